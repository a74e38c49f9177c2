import type { JsonObject, JsonValue } from '../../../model/index.ts'

/** Where agents put their answer, the likeliest first. */
const ANSWER_KEYS = [
  'output',
  'response',
  'result',
  'data',
  'content',
  'text',
  'message',
  'answer',
  'reply',
  'queries',
  'query',
  'results',
] as const

/** The answer in a reply whose shape nobody described. */
export function detectAnswer(body: JsonValue): string {
  if (Array.isArray(body)) return detectInList(body as readonly JsonValue[])
  if (typeof body !== 'object' || body === null) return textOf(body)
  const object = body as JsonObject
  return textOf(namedAnswer(object) ?? onlyValue(object) ?? object)
}

/** A text as it is, nothing for null, everything else as JSON. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}

function namedAnswer(object: JsonObject): JsonValue | undefined {
  for (const key of ANSWER_KEYS) if (Object.hasOwn(object, key) && object[key] !== null) return object[key]
  const lowered = new Map(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]))
  for (const key of ANSWER_KEYS) {
    const value = lowered.get(key)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

function onlyValue(object: JsonObject): JsonValue | undefined {
  const values = Object.values(object)
  return values.length === 1 && values[0] !== null ? values[0] : undefined
}

function detectInList(list: readonly JsonValue[]): string {
  const [first] = list
  if (first === undefined) return '[]'
  if (list.length === 1 && typeof first !== 'object') return textOf(first)
  if (typeof first === 'object' && first !== null && !Array.isArray(first)) {
    const inner = detectAnswer(first)
    if (inner !== '' && inner !== '{}') return inner
  }
  return JSON.stringify(list.length === 1 ? first : list)
}
