import type { IncomingHttpHeaders } from 'node:http'
import type { JsonValue } from '../../model/index.ts'
import { isObject } from '../json-rpc.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** These belong to one connection, to the body's form there, or to us. */
const NOT_FORWARDED = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function forwarded(headers: Headers): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !NOT_FORWARDED.has(name) && !name.startsWith('x-holdfast-'))
      kept[name] = typeof value === 'string' ? value : [...value]
  return kept
}

/** Where a method names its target, which the header `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Why headers and body are not the same message; routers go by the one and servers by the other. */
export function headerMismatch(headers: IncomingHttpHeaders, message: JsonValue): string | undefined {
  const method = headers['mcp-method']
  const name = headers['mcp-name']
  if (method === undefined && name === undefined) return undefined
  if (!isObject(message)) return 'the headers name one message, the body is none'
  if (method !== undefined && method !== message['method'])
    return 'the header Mcp-Method is not the method of the body'
  const { params, method: asked } = message
  const key = typeof asked === 'string' && Object.hasOwn(NAMED_BY, asked) ? NAMED_BY[asked] : undefined
  if (name === undefined || key === undefined || !isObject(params)) return undefined
  return decoded(String(name)) === params[key]
    ? undefined
    : `the header Mcp-Name is not the ${key} in the body`
}

/** What is not plain ASCII travels in base64. */
function decoded(value: string): string {
  const [, inner] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/u.exec(value) ?? []
  return inner === undefined ? value : Buffer.from(inner, 'base64').toString('utf8')
}

/** Arguments that are mirrored in headers must not differ from them, so they cannot be changed in the body alone. */
export function mirrorsArguments(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('mcp-param-'))
}
