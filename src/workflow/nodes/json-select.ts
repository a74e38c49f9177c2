import { required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { needed } from '../tools/needed.ts'
import { stepInto } from '../value/context-path.ts'

export const jsonSelect = defineNode({
  name: 'json_select',
  summary: 'Picks one value out of another and says whether it was there.',
  fields: {
    input_from: required(contextPath(), 'leads to the value to look into'),
    path: required(text(), 'the way into it; empty takes it whole'),
  },
  effects: 'none',
  output: ['value', 'found'],
  run({ input_from, path }, call) {
    const input = needed(call, 'json_select', input_from)
    const value = stepInto(
      input,
      path.split('.').filter((segment) => segment !== ''),
    )
    return goOn(value === undefined ? { value: null, found: false } : { value, found: true })
  },
})
