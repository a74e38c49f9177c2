import type { JsonObject, JsonValue } from '../model/index.ts'
import type { PiiScanner } from '../pii/index.ts'
import { isList, objectOf } from '../wire/loose-json.ts'
import type { DecodedRequest } from '../wire/request.ts'
import type { TextRules } from './text-rules.ts'

/** Keys whose values name things and are never words of a person or a tool. */
const NAMES = new Set([
  'type',
  'role',
  'id',
  'name',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'signature',
  'thoughtSignature',
  'encrypted_content',
  'data',
  'media_type',
  'mimeType',
])

/**
 * The same body with what users or tools wrote redacted. Clients send their history again and again, so this looks
 * at all of it every time; the same object comes back when there is nothing to hide.
 */
export function redactRequest(
  body: JsonObject,
  messagesKey: string,
  { messages }: DecodedRequest,
  { redactInput, redactResults }: TextRules,
): JsonObject {
  const entries = body[messagesKey]
  if (redactInput === undefined && redactResults === undefined) return body
  if (typeof entries === 'string') {
    const text = redactInput?.redact(entries).text ?? entries
    return text === entries ? body : { ...body, [messagesKey]: text }
  }
  if (!isList(entries)) return body
  let changed = false
  const next = entries.map((entry, position) => {
    const message = messages[position]
    if (message === undefined) return entry
    const isResult = message.role === 'tool' || message.toolResults.length > 0
    const scanner = isResult ? redactResults : message.role === 'user' ? redactInput : undefined
    const redacted = scanner === undefined ? entry : redactedValue(entry, scanner)
    changed ||= redacted !== entry
    return redacted
  })
  return changed ? { ...body, [messagesKey]: next } : body
}

/** Where Gemini keeps what a tool returned: data of the tool's own, in which no key belongs to the protocol. */
const TOOL_DATA = 'response'

function redactedValue(value: JsonValue, scanner: PiiScanner, isToolData = false): JsonValue {
  if (typeof value === 'string') return scanner.has(value) ? scanner.redact(value).text : value
  if (isList(value)) {
    const next = value.map((item) => redactedValue(item, scanner, isToolData))
    return next.some((item, at) => item !== value[at]) ? next : value
  }
  const map = objectOf(value)
  if (map === undefined) return value
  let changed = false
  const entries = Object.entries(map).map(([key, inner]) => {
    const isName = !isToolData && NAMES.has(key) && typeof inner === 'string'
    const redacted = isName ? inner : redactedValue(inner, scanner, isToolData || key === TOOL_DATA)
    changed ||= redacted !== inner
    return [key, redacted] as const
  })
  return changed ? Object.fromEntries(entries) : value
}
