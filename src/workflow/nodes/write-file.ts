import { required } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { needed, neededText } from '../tools/needed.ts'
import { writeFile as write } from '../tools/write-file.ts'
import { textOf } from '../value/json-text.ts'

export const writeFile = defineNode({
  name: 'write_file',
  summary: 'Writes a file and the folders above it; what is not text is written as JSON.',
  fields: {
    path_from: required(contextPath(), 'leads to the path of the file'),
    content_from: required(contextPath(), 'leads to what is written'),
  },
  effects: 'writes',
  output: ['path', 'bytes', 'written'],
  run: async ({ path_from, content_from }, call) =>
    goOn(
      await write(call, neededText(call, 'write_file', path_from), () =>
        textOf(needed(call, 'write_file', content_from)),
      ),
    ),
})
