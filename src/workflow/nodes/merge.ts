import { defineNode, type NodeResult } from '../define-node.ts'

const NOTHING: NodeResult = { kind: 'continue', output: null }

export const merge = defineNode({
  name: 'merge',
  summary: 'Does nothing; a place where branches meet.',
  fields: {},
  effects: 'none',
  isInstant: true,
  output: [],
  run: () => NOTHING,
})
