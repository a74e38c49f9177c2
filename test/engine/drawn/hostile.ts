import * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../src/model/index.ts'
import { drawnEvent, type DrawnEvent } from './session.ts'

function nested(depth: number, core: JsonValue): JsonValue {
  let value = core
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Keys that mean something to an object; `JSON.parse` makes them properties like any other. */
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  'a.b',
  'a',
  'cost',
  'command',
  '\ud800',
]

const oddText = fc.oneof(
  fc.constantFrom(
    '\ud800',
    '\udc00x',
    '\u0000',
    'İİİ',
    '#'.repeat(3000),
    'lookup '.repeat(3000),
    'cost '.repeat(3000),
    '$('.repeat(400),
    "'",
    '`'.repeat(51),
  ),
  fc.constantFrom(
    'a@'.repeat(20_000),
    '4'.repeat(50_000),
    'x'.repeat(100_000),
    '[['.repeat(5000),
    'a: '.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
)

const oddValue: fc.Arbitrary<JsonValue> = fc.oneof(
  oddText,
  fc.constantFrom<JsonValue>(0, -0, 1e308, -1e308, 5e-324, 2 ** 53, true, null, [], {}),
  fc.constantFrom(10, 100, 499, 501, 700, 20_000).map((depth) => nested(depth, 'bob@example.com')),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>,
)

const oddObject: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(fc.constantFrom(...ODD_KEYS), oddValue), { maxLength: 4 })
  // `fromEntries` defines properties, so `__proto__` becomes a key and not a prototype
  .map((entries) => Object.fromEntries(entries))

/** Events as a hostile agent, tool or user would fill them. */
export const hostileEvent: fc.Arbitrary<DrawnEvent> = fc.oneof(
  { weight: 3, arbitrary: drawnEvent },
  fc
    .record({ tool: fc.oneof(oddText, fc.constantFrom('Bash', '__proto__', 'deploy')), args: oddObject })
    .map((fields): DrawnEvent => ({ kind: 'tool-call', callId: 'x', ...fields })),
  fc
    .record({ tool: oddText, ok: fc.boolean(), content: oddValue })
    .map((fields): DrawnEvent => ({ kind: 'tool-result', callId: 'x', ...fields })),
  oddObject.map((fields): DrawnEvent => ({ kind: 'state', fields })),
  oddText.map((text): DrawnEvent => ({ kind: 'model-response', text, usage: { input: 1, output: 1 } })),
  oddText.map((input): DrawnEvent => ({ kind: 'turn-start', input })),
  oddText.map((output): DrawnEvent => ({ kind: 'turn-end', output })),
  oddText.map((marker): DrawnEvent => ({ kind: 'mark', marker })),
  oddText.map((model): DrawnEvent => ({
    kind: 'model-request',
    provider: model,
    model,
    tokens: { input: 1, exact: true },
  })),
)
