import { required } from '../../kit/shape/index.ts'
import { defineNode } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { isTruthy } from '../value/kinds.ts'

export const condition = defineNode({
  name: 'condition',
  summary: 'Takes the branch `true` or `false` by a value.',
  fields: { expr: required(contextPath(), 'leads to the value') },
  effects: 'none',
  isInstant: true,
  branches: ['true', 'false'],
  alwaysBranches: true,
  output: ['value'],
  nullWhenUnresolved: ['expr'],
  run({ expr }, call) {
    const value = isTruthy(call.resolve(expr))
    return { kind: 'continue', output: { value }, branch: value ? 'true' : 'false' }
  },
})
