import { required } from '../../kit/shape/index.ts'
import { defineNode } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { labelOf } from '../value/kinds.ts'

export const switchNode = defineNode({
  name: 'switch',
  summary: 'Takes the branch a value names.',
  fields: { expr: required(contextPath(), 'leads to the value') },
  effects: 'none',
  isInstant: true,
  branches: 'any',
  alwaysBranches: true,
  output: ['value'],
  nullWhenUnresolved: ['expr'],
  run({ expr }, call) {
    const value = call.resolve(expr)
    return { kind: 'continue', output: { value: value ?? null }, branch: labelOf(value) }
  },
})
