import { createPiiScanner, PII_GROUPS } from '../../../src/pii/index.ts'
import type { JsonValue } from '../../../src/model/index.ts'
import { expressionHolds } from './expressions.ts'
import { declaredIn, isKind, outputOf, sinceAnnouncedTurn, spentBy, type Past } from './history.ts'

const scanner = createPiiScanner({ groups: PII_GROUPS })

/** What a constraint sees: declared fields and those that were measured. */
export function stateAt(entries: readonly Past[]): ReadonlyMap<string, JsonValue> {
  const state = new Map(declaredIn(entries))
  const ended = entries.filter(isKind('turn-end')).length
  const calls = entries.filter(isKind('tool-call'))
  const { replies, tokens, usd } = spentBy(entries)
  const latency = entries
    .filter(isKind('model-response'))
    .findLast(({ event }) => event.latencyMs !== undefined)
  const output = outputOf(entries)
  const refused = sinceAnnouncedTurn(entries).some((each) => each.event.kind === 'tool-call' && each.refused)
  const measured = (field: string, value: JsonValue | undefined) => {
    if (value !== undefined) state.set(field, value)
  }
  measured('response.latency_ms', latency?.event.latencyMs)
  measured('session.turns', ended === 0 ? undefined : ended)
  measured('session.total_tokens', replies === 0 ? undefined : tokens)
  measured('session.total_cost_usd', replies === 0 ? undefined : usd)
  measured('session.tool_calls', ended === 0 && calls.length === 0 ? undefined : calls.length)
  measured('tools.all_calls_authorized', ended === 0 ? undefined : !refused)
  if (output !== undefined) {
    const own: Readonly<Record<string, JsonValue>> = {
      'output.length': output.length,
      'output.text': output,
      'output.pii_detected': scanner.has(output),
    }
    for (const [field, value] of Object.entries(own))
      if ((state.get(field) ?? null) === null) state.set(field, value)
  }
  return state
}

function numberIn(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (!/^[0-9+.e-]+$/iu.test(value.trim())) return undefined
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : undefined
}

function same(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const [ours, theirs] = [Object.entries(left), new Map(Object.entries(right))]
  return (
    ours.length === theirs.size &&
    ours.every(([key, value]) => theirs.has(key) && same(value, theirs.get(key)!))
  )
}

function reads(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function holdsText(value: JsonValue, needle: string): boolean {
  return Array.isArray(value)
    ? value.some((each) => reads(each as JsonValue).includes(needle))
    : reads(value).includes(needle)
}

/** `held`, `broken` or `missing`: the fourteen predicates as the language describes them. */
export function judgedBy(
  predicate: string,
  expected: JsonValue,
  field: string | undefined,
  state: ReadonlyMap<string, JsonValue>,
): 'held' | 'broken' | 'missing' {
  const actual = field === undefined ? undefined : state.get(field)
  const held = (is: boolean) => (is ? 'held' : 'broken')
  if (predicate === 'exists') return held((actual !== undefined && actual !== null) === expected)
  const words = typeof expected === 'string' ? expected : ''
  if (predicate === 'expr') return held(expressionHolds(words, actual, state))
  if (actual === undefined) return 'missing'
  const number = numberIn(actual)
  const compare = (is: (value: number, bound: number) => boolean) =>
    held(number !== undefined && is(number, Number(expected)))
  const listed = Array.isArray(expected) ? (expected as readonly JsonValue[]) : []
  switch (predicate) {
    case 'equals':
      return held(same(actual, expected))
    case 'not_equals':
      return held(!same(actual, expected))
    case 'gt':
      return compare((value, bound) => value > bound)
    case 'gte':
      return compare((value, bound) => value >= bound)
    case 'lt':
      return compare((value, bound) => value < bound)
    case 'lte':
      return compare((value, bound) => value <= bound)
    case 'between':
      return held(number !== undefined && number >= Number(listed[0]) && number <= Number(listed[1]))
    case 'in':
      return held(listed.some((each) => same(actual, each)))
    case 'not_in':
      return held(!listed.some((each) => same(actual, each)))
    case 'contains':
      return held(holdsText(actual, words))
    case 'not_contains':
      return held(!holdsText(actual, words))
    case 'matches':
      return held(new RegExp(words, 'u').test(reads(actual)))
    default:
      throw new Error(`the reference does not know the predicate ${predicate}`)
  }
}
