import { optional, required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { childError, inputOf } from '../run/children.ts'

export const callNode = defineNode({
  name: 'call',
  summary: 'Runs another workflow; a failure it declares takes the branch `error`.',
  fields: {
    workflow: required(text({ nonEmpty: true }), 'the file of the workflow'),
    input_from: optional(contextPath(), 'leads to its payload; the payload of this run without it'),
    start: optional(text({ nonEmpty: true }), 'the start node, where it has several'),
  },
  effects: 'children',
  branches: ['error'],
  failureBranch: 'error',
  output: ['result', 'error'],
  nullWhenUnresolved: ['input_from'],
  children: ({ workflow }) => [workflow],
  run: async ({ workflow, input_from, start }, call) => {
    const child = await call.runChild({
      path: workflow,
      input: inputOf(call, input_from),
      ...(start !== undefined && { start }),
    })
    if (child.status === 'completed') return goOn({ result: child.value })
    if (child.status === 'failed') return goOn({ error: child.reason }, 'error')
    if (child.status === 'timed_out') return goOn({ error: 'sub-workflow timed out' }, 'error')
    throw childError(child)
  },
})
