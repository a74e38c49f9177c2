import { required } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { toolError } from '../node-error.ts'
import { contextPath } from '../read/field-shapes.ts'
import { neededText } from '../tools/needed.ts'
import { parseJsonText } from '../value/json-text.ts'

export const parseJson = defineNode({
  name: 'parse_json',
  summary: 'Reads text as JSON.',
  fields: { input_from: required(contextPath(), 'leads to the text') },
  effects: 'none',
  output: ['parsed'],
  run({ input_from }, call) {
    const text = neededText(call, 'parse_json', input_from)
    try {
      return goOn({ parsed: parseJsonText(text) })
    } catch (error) {
      throw toolError('parse_json', `invalid JSON at \`${input_from.text}\`: ${(error as Error).message}`)
    }
  },
})
