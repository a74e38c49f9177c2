import type { JsonObject, JsonValue } from '../../model/index.ts'

/**
 * Adds a text where a reader of the result would meet it: as a line of a text, as a field of an object, in the
 * last entry of a list. JSON inside a text stays JSON.
 */
export function smuggled(content: JsonValue, key: string, value: JsonValue): JsonValue {
  if (typeof content === 'string') return inText(content, key, value)
  if (content === null || typeof content !== 'object') return { value: content, [key]: value }
  if (!Array.isArray(content)) return withField(content as JsonObject, key, value)
  const last = content.at(-1) as JsonValue | undefined
  return typeof last === 'object' && last !== null && !Array.isArray(last)
    ? [...content.slice(0, -1), withField(last as JsonObject, key, value)]
    : [...content, typeof value === 'string' ? value : { [key]: value }]
}

function inText(text: string, key: string, value: JsonValue): string {
  const parsed = structure(text)
  if (parsed !== undefined) return JSON.stringify(smuggled(parsed, key, value))
  const line = typeof value === 'string' ? value : JSON.stringify(value)
  return text === '' ? line : `${text}\n${line}`
}

function withField(object: JsonObject, key: string, value: JsonValue): JsonObject {
  return Object.hasOwn(object, key) ? withField(object, `${key}_`, value) : { ...object, [key]: value }
}

function structure(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
