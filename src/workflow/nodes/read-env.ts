import { required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { readEnv as read } from '../tools/read-env.ts'

export const readEnv = defineNode({
  name: 'read_env',
  summary: 'Reads an environment variable; one that is not set gives null and `missing`.',
  fields: { key: required(text({ nonEmpty: true }), 'the name of the variable') },
  effects: 'reads',
  output: ['key', 'value', 'missing'],
  run: async ({ key }, call) => goOn(await read(call, key)),
})
