import { hashJson } from '../kit/hash.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'

/** A payload that lacks what its event must have; nothing is known about what the host is about to do. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError'
}

export function textIn(payload: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(payload, key) ? payload[key] : undefined
  return typeof value === 'string' ? value : undefined
}

export function requiredText(payload: JsonObject, key: string): string {
  const value = textIn(payload, key)
  if (value === undefined || value === '') throw new PayloadError(`\`${key}\` must be a string`)
  return value
}

export function valueIn(payload: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(payload, key) ? payload[key] : undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Arguments of a call; hosts that send them as text mean JSON. */
export function argumentsIn(payload: JsonObject, key: string): JsonObject {
  const value = valueIn(payload, key)
  if (isObject(value)) return value
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string') throw new PayloadError(`\`${key}\` must be an object`)
  const parsed = parsedJson(value)
  // what is not JSON is still what the tool will be given, so it is judged as it stands
  return isObject(parsed) ? parsed : { input: value }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Ties a result to its call where the host gives calls no id. */
export function derivedCallId(tool: string, args: JsonObject): string {
  return `${tool}-${hashJson(args, 7).toString(36)}`
}

/** Lets through only fields that have a value, for the optional fields of events. */
export function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in Key]?: Value })
}
