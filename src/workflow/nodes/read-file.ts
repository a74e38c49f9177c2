import { required } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { neededText } from '../tools/needed.ts'
import { readFile as read } from '../tools/read-file.ts'

export const readFile = defineNode({
  name: 'read_file',
  summary: 'Reads a file of UTF-8 text.',
  fields: { path_from: required(contextPath(), 'leads to the path of the file') },
  effects: 'reads',
  output: ['path', 'content', 'bytes'],
  run: async ({ path_from }, call) => goOn(await read(call, neededText(call, 'read_file', path_from))),
})
