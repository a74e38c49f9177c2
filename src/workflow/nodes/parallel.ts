import { list, object, optional, required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { inputOf, resultsOf, runAll } from '../run/children.ts'

const branch = object({
  workflow: required(text({ nonEmpty: true }), 'the file of the workflow'),
  input_from: optional(contextPath(), 'leads to its payload; the payload of this run without it'),
  start: optional(text({ nonEmpty: true }), 'the start node, where it has several'),
})

export const parallel = defineNode({
  name: 'parallel',
  summary: 'Runs several workflows at once; the branch `error` when any of them failed.',
  fields: { branches: required(list(branch, { nonEmpty: true }), 'the workflows') },
  effects: 'children',
  branches: ['error'],
  failureBranch: 'error',
  output: ['results', 'ok'],
  nullWhenUnresolved: ['input_from'],
  children: ({ branches }) => branches.map(({ workflow }) => workflow),
  run: async ({ branches }, call) => {
    const requests = branches.map(({ workflow, input_from, start }) => ({
      path: workflow,
      input: inputOf(call, input_from),
      ...(start !== undefined && { start }),
    }))
    const { results, ok } = resultsOf(await runAll(call, requests, requests.length))
    return goOn({ results, ok }, ok ? undefined : 'error')
  },
})
