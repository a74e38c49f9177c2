import { defineNode, type NodeResult } from '../define-node.ts'

const DONE: NodeResult = { kind: 'terminate' }

export const terminate = defineNode({
  name: 'terminate',
  summary: 'Ends the run as completed.',
  fields: {},
  effects: 'none',
  isInstant: true,
  output: [],
  endsRun: true,
  run: () => DONE,
})
