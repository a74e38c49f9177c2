import type { JsonObject, JsonValue } from '../../model/index.ts'
import { parseJsonText, setOwn } from '../value/json-text.ts'

export type Payload =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string }

/** A body as a payload: forms become flat text fields, everything else must be JSON; nothing is null. */
export function payloadOf(contentType: string, body: Uint8Array): Payload {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return { ok: false, reason: 'the body is not UTF-8' }
  }
  if (text.trim() === '') return { ok: true, value: null }
  if (contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) return formOf(text)
  try {
    return { ok: true, value: parseJsonText(text) }
  } catch {
    return { ok: false, reason: 'the body is not JSON' }
  }
}

function formOf(text: string): Payload {
  if (/%(?![0-9a-f]{2})/iu.test(text)) return { ok: false, reason: 'the form holds a broken escape' }
  const fields: Record<string, JsonValue> = {}
  for (const [name, value] of new URLSearchParams(text)) setOwn(fields, name, value)
  return { ok: true, value: fields }
}

/** Who asked is told to the workflow; a body cannot pretend to be somebody. */
export function withPrincipal(value: JsonValue, principal: JsonObject | undefined): JsonValue {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject) {
    const { principal: _claimed, ...rest } = value as JsonObject
    return principal === undefined ? rest : { ...rest, principal }
  }
  return principal === undefined ? value : { input: value, principal }
}
