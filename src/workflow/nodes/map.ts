import { checked, defaulted, optional, required, text } from '../../kit/shape/index.ts'
import type { JsonValue } from '../../model/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { workflowError } from '../node-error.ts'
import { contextPath, count } from '../read/field-shapes.ts'
import { resultsOf, runAll } from '../run/children.ts'
import { kindOf, type ValueKind } from '../value/kinds.ts'

const WITH_ARTICLE: Readonly<Record<ValueKind, string>> = {
  null: 'null',
  bool: 'a bool',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

const workflowPath = checked(text(), (path) =>
  path.trim() === ''
    ? {
        code: 'empty-workflow',
        complaint: 'must name a workflow file',
        hint: 'write the path of a *.toml file',
      }
    : undefined,
)

export const map = defineNode({
  name: 'map',
  summary: 'Runs one workflow for each item of a list; the branch `error` when any of them failed.',
  fields: {
    items_from: required(contextPath(), 'leads to the list'),
    workflow: required(workflowPath, 'the file of the workflow'),
    max_items: required(count(1), 'more items than this end the run'),
    start: optional(text({ nonEmpty: true }), 'the start node, where it has several'),
    max_concurrent: defaulted(count(1), 4, 'how many run at once'),
  },
  effects: 'children',
  branches: ['error'],
  failureBranch: 'error',
  output: ['results', 'ok'],
  children: ({ workflow }) => [workflow],
  run: async ({ items_from, workflow, max_items, start, max_concurrent }, call) => {
    const items = call.resolve(items_from)
    const refuse = (reason: string) =>
      workflowError(call.workflowName, `map node \`${call.nodeId}\`: ${reason}`)
    if (items === undefined)
      throw refuse(`items_from \`${items_from.text}\` is not set in the execution context`)
    if (!Array.isArray(items))
      throw refuse(
        `items_from \`${items_from.text}\` resolved to ${WITH_ARTICLE[kindOf(items)]} — an array is required`,
      )
    if (items.length > max_items)
      throw refuse(
        `${items.length} items exceed the declared max_items ${max_items} — raise it, or send fewer`,
      )
    const requests = (items as readonly JsonValue[]).map((input) => ({
      path: workflow,
      input,
      ...(start !== undefined && { start }),
    }))
    const { results, ok } = resultsOf(await runAll(call, requests, max_concurrent))
    return goOn({ results, ok }, ok ? undefined : 'error')
  },
})
