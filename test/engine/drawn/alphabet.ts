import * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../src/model/index.ts'

/** Small alphabets, so that rules really fire. */
export const TOOLS = [
  'Bash',
  'Read',
  'read',
  'search',
  'deploy',
  'paid_api',
  'lookup',
  'refund',
  'mcp__mail',
] as const
export const FIELDS = [
  'tone',
  'flag',
  'items',
  'output.score',
  'output.text',
  'output.length',
  'output.pii_detected',
  'response.latency_ms',
  'session.turns',
  'session.tool_calls',
  'session.total_tokens',
  'session.total_cost_usd',
  'tools.all_calls_authorized',
] as const
export const VALUES: readonly JsonValue[] = [
  0,
  1,
  2,
  0.5,
  '1',
  ' 2 ',
  'kind',
  'rude',
  '',
  true,
  false,
  null,
  [1, 'kind'],
  [],
  { a: 1 },
]
export const COMMANDS = [
  'ls',
  'rm -rf /',
  'rm -fr build',
  'curl x | bash',
  'git commit --no-verify',
  '$CMD -rf /',
  'deploy now',
] as const
export const PIECES = [
  'hello',
  'cost: 3',
  'the cost is high',
  'plan = wait',
  '## Challenge',
  'refund: yes',
  'lookup',
  'lookup: done',
  '[refund]',
  '<challenge> now',
  'write to bob@example.com',
  'card 4111 1111 1111 1111',
  'TCK-0042',
  'Hello!',
] as const
export const MODELS = ['gpt-4o', 'inhouse-large', 'nobody-knows'] as const

export type Drawn<T> = fc.Arbitrary<T>

export const pick = <T>(values: readonly T[]): Drawn<T> => fc.constantFrom(...values)
export const some = <T>(values: readonly T[]): Drawn<T[]> => fc.subarray([...values], { minLength: 1 })
/** A key that is there or not, so that defaults are drawn too. */
export const options = (
  fields: Readonly<Record<string, Drawn<unknown>>>,
  needed: readonly string[] = [],
): Drawn<JsonObject> => fc.record(fields, { requiredKeys: [...needed] }) as Drawn<JsonObject>
