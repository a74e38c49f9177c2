import type { JsonObject, JsonValue } from '../model/index.ts'

export type RequestId = string | number

/** A JSON-RPC message by what it asks of its reader. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'response'; readonly id: RequestId; readonly answer: Answer }
  /** An error about something that could not even be read, so it belongs to no request. */
  | { readonly kind: 'stray-error' }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly reason: string }

export type Answer = { readonly result: JsonValue } | { readonly error: JsonValue }

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
} as const

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readMessage(value: JsonValue): Message {
  if (!isObject(value)) return { kind: 'invalid', id: null, reason: 'a message must be an object' }
  const id = value['id']
  const knownId = isId(id) ? id : null
  const invalid = (reason: string): Message => ({ kind: 'invalid', id: knownId, reason })
  const variant = misspelt(value, ENVELOPE)
  // some readers ignore case, so `Method` beside `method` would be another message to them than to us
  if (variant !== undefined) return invalid(`the key \`${variant}\` is not written as JSON-RPC writes it`)
  if (value['jsonrpc'] !== '2.0') return invalid('`jsonrpc` must be "2.0"')
  const { method, params } = value
  const isAnswer = 'result' in value || 'error' in value
  if (method === undefined)
    return isAnswer ? readResponse(value, invalid) : invalid('it asks and answers nothing')
  if (typeof method !== 'string') return invalid('`method` must be a string')
  if (isAnswer) return invalid('it is a request and an answer at once')
  if (params !== undefined && !isObject(params)) return invalid('`params` must be an object')
  if (id === undefined) return { kind: 'notification', method, params: params ?? {} }
  if (!isId(id)) return invalid('`id` must be a string or a whole number')
  return { kind: 'request', id, method, params: params ?? {} }
}

function readResponse(value: JsonObject, invalid: (reason: string) => Message): Message {
  const { id, result, error } = value
  if (result !== undefined && error !== undefined) return invalid('it has a result and an error')
  if (isId(id)) return { kind: 'response', id, answer: error === undefined ? { result: result! } : { error } }
  return error !== undefined && (id === null || id === undefined)
    ? { kind: 'stray-error' }
    : invalid('`id` must be a string or a whole number')
}

/** Larger numbers would not come back as they were sent. */
function isId(value: JsonValue | undefined): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']

/** A key that equals one of the names only when case is ignored. */
export function misspelt(value: JsonObject, names: readonly string[]): string | undefined {
  return Object.keys(value).find((key) => !names.includes(key) && names.includes(key.toLowerCase()))
}

export function resultReply(id: RequestId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result }
}

export function errorReply(id: RequestId | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
