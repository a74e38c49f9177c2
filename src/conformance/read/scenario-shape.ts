import {
  checked,
  defaulted,
  eitherOf,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  required,
  text,
  type ObjectOf,
} from '../../kit/shape/index.ts'
import { policyShape } from '../../workflow/index.ts'
import { INTEL_FAULTS, NODE_FAULTS, SAMPLINGS } from '../model.ts'
import { expectedShape } from './expected-shape.ts'
import { jsonTable, jsonValue } from './json-value.ts'

const name = text({ nonEmpty: true })
const count = number({ atLeast: 0, whole: true })
const positive = number({ atLeast: 1, whole: true })
const texts = mapOf(text())

const VARIANT = {
  content: optional(text(), 'what the model says'),
  prompt_tokens: defaulted(count, 0, 'tokens it is billed for reading'),
  completion_tokens: defaulted(count, 0, 'tokens it is billed for writing'),
}

const variantShape = object({
  name: optional(name, 'what people call this answer'),
  ...VARIANT,
  content: required(text(), 'what the model says'),
})

const turnShape = object({
  ...VARIANT,
  variants: defaulted(list(variantShape), [], 'several answers, one of which a trial gets'),
})

const requestShape = object({
  method: defaulted(name, 'POST', 'its method'),
  path: required(name, 'the path of a route'),
  headers: defaulted(texts, {}, 'its headers'),
  body: optional(text(), 'its body'),
})

const triggerShape = object({
  kind: defaulted(
    oneOf('manual', 'http', 'event', 'cron', 'interval', 'fs_watch'),
    'manual',
    'how the run is set off; cron, interval and fs_watch go through the triggers of the workflow',
  ),
  start: optional(name, 'the start it begins at; the first one when absent'),
  payload: optional(jsonValue(), 'what comes with it'),
  request: optional(requestShape, 'for http: sent to a route, which is really served'),
  touch: optional(
    object({ path: required(name, 'the file'), content: defaulted(text(), '', 'what is written') }),
    'for fs_watch: the file that is written',
  ),
})

const intelFaultShape = object({
  kind: required(oneOf(...INTEL_FAULTS), 'what happens'),
  call: optional(positive, 'to which call, from 1; to every one when absent'),
  delay_ms: defaulted(count, 100, 'for latency'),
  retry_after_secs: defaulted(count, 1, 'for rate_limit'),
  keep_chars: defaulted(count, 8, 'for truncate and cut_body: what is left'),
})

const nodeFaultShape = object({
  node: required(name, 'the node'),
  kind: required(oneOf(...NODE_FAULTS), 'what happens'),
  times: optional(positive, 'on how many visits; on every one when absent'),
  attempts: optional(positive, 'on how many attempts of a visit; on every one when absent'),
  message: defaulted(text(), 'injected fault', 'for error'),
  delay_ms: defaulted(count, 100, 'for latency'),
  output: optional(jsonValue(), 'for replace'),
  branch: optional(name, 'for replace: the label'),
})

const replyShape = object({
  path: defaulted(name, '*', 'the exact path without the query, or `*`'),
  method: optional(name, 'any when absent'),
  status: defaulted(number({ atLeast: 100, atMost: 599, whole: true }), 200, 'the status'),
  body: defaulted(text(), '', 'the body'),
  headers: defaulted(texts, {}, 'the headers'),
  delay_ms: defaulted(count, 0, 'how long it takes'),
  hang: defaulted(flag(), false, 'it never answers'),
  times: optional(positive, 'how often, before the next one that fits'),
})

const listenerShape = object({
  name: required(
    checked(name, (value) =>
      /^[a-z][a-z0-9_]{0,30}$/u.test(value)
        ? undefined
        : {
            code: 'bad-name',
            complaint: 'must be small letters, digits and `_`',
            hint: 'it becomes ${HTTP_NAME} and ${PORT_NAME}',
          },
    ),
    'its name: `api` is ${HTTP_API} and ${PORT_API}',
  ),
  replies: defaulted(list(replyShape), [], 'what it answers; 200 and `ok` when nothing fits'),
})

export const worldShape = object({
  folders: defaulted(list(name), [], 'folders that are there'),
  files: defaulted(texts, {}, 'files that are there, with their texts'),
  links: defaulted(texts, {}, 'symbolic links that are there, with their targets'),
  hard_links: defaulted(texts, {}, 'second names of files'),
  env: defaulted(texts, {}, 'environment variables'),
  http: defaulted(list(listenerShape), [], 'servers on this machine'),
})

export const faultsShape = object({
  intel_error_on_call: optional(positive, 'the call, from 1, that fails as a lost connection would'),
  intel: defaulted(list(intelFaultShape), [], 'what happens to calls of the model'),
  nodes: defaulted(list(nodeFaultShape), [], 'what happens to nodes'),
  crash_before: optional(name, 'the run is cut off before this node and goes on from what is on disk'),
})

export const scenarioShape = object({
  name: required(name, 'its name in reports and baselines'),
  description: optional(text(), 'informational'),
  capabilities: defaulted(list(name), [], 'what it claims to exercise'),
  trials: defaulted(number({ atLeast: 0, atMost: 1_000_000, whole: true }), 1, 'how often it is run'),
  sampling: defaulted(oneOf(...SAMPLINGS), 'seeded', 'how trials choose among variants'),
  seed: defaulted(eitherOf(text(), count), 0, 'for random'),
  min_pass_rate: optional(
    number({ atLeast: 0, atMost: 1 }),
    'the share of trials that must pass; all when absent',
  ),
  timeout_secs: defaulted(number({ atLeast: 0 }), 30, 'how long a trial may take'),
  workflow: optional(
    object({
      inline: optional(text(), 'the workflow itself'),
      path: optional(name, 'or its file, relative to this one'),
    }),
    'what is run',
  ),
  agent: optional(jsonTable(), 'or an agent, as the lab describes them'),
  prompt: optional(text({ nonEmpty: true }), 'what an [agent] is asked'),
  trigger: defaulted(triggerShape, { kind: 'manual' }, 'what sets it off'),
  intel: defaulted(
    object({ turns: defaulted(list(turnShape), [], 'what successive calls of the model are answered with') }),
    { turns: [] },
    'the model',
  ),
  policy: optional(policyShape, "goes before the workflow's own"),
  faults: defaulted(faultsShape, { intel: [], nodes: [] }, 'what goes wrong'),
  world: optional(worldShape, 'a folder and servers of its own for every trial'),
  resume: optional(
    object({
      approve: defaulted(flag(), true, 'whether a pause is approved'),
      repeat_in_flight: defaulted(flag(), false, 'whether a node that was cut off is run again'),
    }),
    'a paused run is gone on with, in a new engine',
  ),
  expected: optional(expectedShape, 'what every trial must show'),
})

export type ScenarioFields = ObjectOf<(typeof scenarioShape)['fields']>
