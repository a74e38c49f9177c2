import { defaulted, text } from '../../kit/shape/index.ts'
import { defineNode } from '../define-node.ts'

export const fail = defineNode({
  name: 'fail',
  summary: 'Ends the run as failed.',
  fields: { reason: defaulted(text(), 'workflow failed', 'what the run says about it') },
  effects: 'none',
  isInstant: true,
  output: [],
  endsRun: true,
  run: ({ reason }) => ({ kind: 'fail', reason }),
})
