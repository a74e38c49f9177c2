import type { Random } from '../kit/random.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import { objectOf } from './json-object.ts'

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!
}

const WORDS = ['alpha', 'river', 'north', 'order', 'ticket', 'paris', 'report', 'green', 'summary', 'seven']
const DEEPEST = 8
const MOST_PROPERTIES = 64

/** A value that a JSON Schema would most likely accept; what the schema does not say is made up. */
export function sampleValue(schema: JsonObject, random: Random, depth = 0): JsonValue {
  if (schema['const'] !== undefined) return schema['const']
  const { enum: choices, anyOf, oneOf } = schema
  if (isFilled(choices)) return pick(choices, random)
  const branches = [anyOf, oneOf].find(isFilled)
  if (branches !== undefined) return sampleValue(objectIn(branches[0]), random, depth)
  if (depth >= DEEPEST) return null
  return SAMPLERS[typeOf(schema)]?.(schema, random, depth) ?? pick(WORDS, random)
}

function isFilled(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > 0
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return objectOf(value) ?? {}
}

/** One provider writes its types in capitals, and a type may be a list of which the first is taken. */
function typeOf(schema: JsonObject): string {
  const { type } = schema
  const first = isFilled(type) ? type[0] : type
  if (typeof first === 'string') return first.toLowerCase()
  return schema['properties'] === undefined ? 'string' : 'object'
}

type Sampler = (schema: JsonObject, random: Random, depth: number) => JsonValue

const SAMPLERS: Readonly<Record<string, Sampler>> = {
  object(schema, random, depth) {
    const properties = Object.entries(objectIn(schema['properties'])).slice(0, MOST_PROPERTIES)
    const { required } = schema
    const needed = Array.isArray(required) ? required : []
    // one draw a property, taken or not, so that a property more does not move the others
    const kept = properties.filter(([name]) => random() < 0.5 || needed.includes(name))
    return Object.fromEntries(
      kept.map(([name, inner]) => [name, sampleValue(objectIn(inner), random, depth + 1)]),
    )
  },
  array: (schema, random, depth) =>
    Array.from({ length: Math.min(8, Math.max(1, numberIn(schema['minItems'], 1))) }, () =>
      sampleValue(objectIn(schema['items']), random, depth + 1),
    ),
  integer: (schema, random) => Math.round(between(schema, random)),
  number: (schema, random) => Math.round(between(schema, random) * 100) / 100,
  boolean: (_schema, random) => random() < 0.5,
  null: () => null,
  string: (schema, random) => text(schema, random),
}

function numberIn(value: JsonValue | undefined, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback
}

function between({ minimum, maximum }: JsonObject, random: Random): number {
  const low = numberIn(minimum, Math.min(0, numberIn(maximum, 0)))
  return low + random() * (numberIn(maximum, low + 100) - low)
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2024-05-01',
  'date-time': '2024-05-01T12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
}

function text({ format, minLength }: JsonObject, random: Random): string {
  const drawn = pick(WORDS, random)
  const known = typeof format === 'string' && Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format]! : drawn
  return known.padEnd(Math.min(256, numberIn(minLength, 0)), 'x')
}
