import { canonicalJson } from '../../kit/canonical-json.ts'
import { toolsCover } from '../tool-patterns.ts'
import { isSubset, type Order, type Orders } from './order.ts'
import { looksForAll, type PersonalDataOptions } from './watchers.ts'

interface Cased {
  readonly case_sensitive: boolean
}

interface CallOptions {
  readonly tool: string
  readonly args?: unknown
  readonly at_least: number
  readonly at_most?: number
}

const contains: Order<Cased & { readonly value: string }> = {
  covers: (left, right) =>
    left.case_sensitive === right.case_sensitive && holdsText(left.value, right.value, left.case_sensitive),
}

const containsAny: Order<Cased & { readonly values: readonly string[] }> = {
  covers: (left, right) =>
    left.case_sensitive === right.case_sensitive &&
    left.values.every((value) => right.values.some((other) => holdsText(value, other, left.case_sensitive))),
}

const excludesPattern: Order<Cased & { readonly patterns: readonly string[] }> = {
  covers: (left, right) =>
    left.case_sensitive === right.case_sensitive && isSubset(right.patterns, left.patterns),
}

const excludesPii: Order<PersonalDataOptions> = { covers: looksForAll }

const toolCalled: Order<CallOptions> = {
  covers: (left, right) =>
    sameCall(left, right) &&
    left.at_least >= right.at_least &&
    (right.at_most === undefined || (left.at_most !== undefined && left.at_most <= right.at_most)),
}

const toolNotCalled: Order<Pick<CallOptions, 'tool' | 'args'>> = {
  covers: (left, right) =>
    toolsCover(left.tool, right.tool) &&
    (left.args === undefined || canonicalJson(left.args) === canonicalJson(right.args)),
}

const maxToolCalls: Order<{ readonly max_calls: number; readonly tool?: string }> = {
  covers: (left, right) =>
    left.max_calls <= right.max_calls &&
    (left.tool === undefined || (right.tool !== undefined && toolsCover(left.tool, right.tool))),
}

const behaviorUnchanged: Order<{ readonly baseline: string; readonly similarity_threshold: number }> = {
  covers: (left, right) =>
    left.baseline === right.baseline && left.similarity_threshold >= right.similarity_threshold,
}

/** Checks that are not here compare only as the same or not. */
export const CHECK_ORDERS = {
  contains,
  contains_any: containsAny,
  excludes_pattern: excludesPattern,
  excludes_pii: excludesPii,
  latency: atMost('max_ms'),
  max_cost: atMost('max_usd'),
  max_tokens: atMost('max_tokens'),
  max_tool_calls: maxToolCalls,
  tool_called: toolCalled,
  tool_not_called: toolNotCalled,
  behavior_unchanged: behaviorUnchanged,
} as const satisfies Orders

function atMost<Field extends string>(field: Field): Order<Readonly<Record<Field, number>>> {
  return { covers: (left, right) => left[field] <= right[field] }
}

function sameCall(left: CallOptions, right: CallOptions): boolean {
  return left.tool === right.tool && canonicalJson(left.args) === canonicalJson(right.args)
}

function holdsText(text: string, part: string, isCaseSensitive: boolean): boolean {
  return isCaseSensitive ? text.includes(part) : text.toLowerCase().includes(part.toLowerCase())
}
