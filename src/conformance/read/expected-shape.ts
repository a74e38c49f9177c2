import {
  checked,
  defaulted,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  required,
  text,
  type ObjectOf,
} from '../../kit/shape/index.ts'
import { jsonSchema } from '../../contract/checks/json-schema-validator.ts'
import { jsonValue } from './json-value.ts'
import { TEXT_FIELDS } from './text-check-shape.ts'

const name = text({ nonEmpty: true })
const names = list(name)
const count = number({ atLeast: 0, whole: true })
const { equals: _text, ...TEXT_WITHOUT_EQUALS } = TEXT_FIELDS

const outputShape = object({
  path: required(name, 'a path such as `node.key`'),
  equals: optional(jsonValue(), 'the value'),
  ...TEXT_WITHOUT_EQUALS,
  schema: optional(jsonSchema(), 'a JSON Schema the value fits'),
  absent: defaulted(flag(), false, 'the path leads nowhere'),
})

const fileShape = object({
  path: required(name, 'relative to the folder of the trial'),
  ...TEXT_FIELDS,
  absent: defaulted(flag(), false, 'there is no such file'),
})

const requestShape = object({
  to: optional(name, 'the listener it went to; any when absent'),
  method: optional(name, 'its method'),
  path: optional(name, 'its path with the query'),
  body_contains: optional(text(), 'what its body holds'),
  times: optional(count, 'how often; at least once when absent, 0 for never'),
})

const promptShape = object({
  call: optional(number({ atLeast: 1, whole: true }), 'which call, from 1; any of them when absent'),
  ...TEXT_FIELDS,
})

const replyShape = object({
  status: optional(number({ atLeast: 100, atMost: 599, whole: true }), 'the HTTP status'),
  content_type: optional(name, 'the content type'),
  ...TEXT_FIELDS,
})

const denialShape = object({
  tool: optional(name, 'the tool that was refused'),
  family: optional(oneOf('fs', 'env', 'http', 'shell', 'mcp', 'contract'), 'which rules refused it'),
  code: optional(name, 'why, such as `disguised`'),
  resource_contains: optional(text(), 'part of what was asked for'),
})

export const expectedShape = object({
  status: optional(oneOf('completed', 'failed', 'timed_out', 'paused', 'errored'), 'how the run ends'),
  last_node: optional(name, 'where it ends'),
  reason_contains: optional(text(), 'part of the reason or of the error'),
  path: defaulted(names, [], 'the nodes visited begin with these'),
  path_exact: defaulted(flag(), false, '`path` is all of them'),
  visited: defaulted(names, [], 'nodes that are visited, in any order'),
  not_visited: defaulted(names, [], 'nodes that are not visited, also not in sub-workflows'),
  max_llm_calls: optional(count, 'calls of the model in a trial'),
  max_total_tokens: optional(count, 'tokens of a trial'),
  max_node_executions: optional(count, 'nodes of a trial, those of sub-workflows included'),
  max_elapsed_ms: optional(count, 'milliseconds of a trial'),
  retries: optional(count, 'how often something was tried again'),
  min_policy_denials: optional(count, 'denials of a trial, at least'),
  max_policy_denials: optional(count, 'denials of a trial, at most'),
  policy_denials: optional(count, 'denials of a trial'),
  denials: defaulted(list(denialShape), [], 'denials that are recorded'),
  dead_end: optional(flag(), 'whether the run ends because no edge fits'),
  all_turns_used: optional(flag(), 'whether every turn is asked for'),
  final_value: optional(jsonValue(), 'the output of the last node'),
  outputs: defaulted(list(outputShape), [], 'outputs of nodes, each the last one of its node'),
  files: defaulted(list(fileShape), [], 'files after the run'),
  writes: optional(
    names,
    'everything in the folder of the trial that is new, changed or gone; folders end in `/`',
  ),
  settle_ms: defaulted(
    count,
    0,
    'how long after the run is looked at what it did, for effects that come late',
  ),
  no_files: defaulted(names, [], 'files that are not there after the run'),
  requests: defaulted(list(requestShape), [], 'requests that reach the listeners'),
  no_requests_to: defaulted(names, [], 'listeners nobody connects to'),
  prompts: defaulted(list(promptShape), [], 'what the model is sent'),
  reply: optional(replyShape, 'the answer to whoever triggered the run'),
  answer: optional(
    checked(object(TEXT_FIELDS), (fields) =>
      Object.keys(fields).length === 0
        ? { code: 'empty-check', complaint: 'says nothing', hint: 'add `contains`, `equals` or `matches`' }
        : undefined,
    ),
    'what an [agent] answers',
  ),
})

export type ExpectedFields = ObjectOf<(typeof expectedShape)['fields']>
