import type { JsonObject, JsonValue } from '../model/index.ts'

/** The value when it is an object, and nothing when it is anything else. */
export function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}
