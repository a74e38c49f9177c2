import { optional, text } from '../../kit/shape/index.ts'
import { defineNode } from '../define-node.ts'

export const pauseForApproval = defineNode({
  name: 'pause_for_approval',
  summary: 'Stops until somebody approves; a rejection takes the branch `rejected`, or fails the run.',
  fields: { reason: optional(text(), 'what there is to approve') },
  effects: 'none',
  branches: ['rejected'],
  output: [],
  run: ({ reason }) => (reason === undefined ? { kind: 'pause' } : { kind: 'pause', reason }),
})
