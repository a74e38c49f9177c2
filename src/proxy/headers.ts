import { OUR_HEADERS } from '../exchange/declarations.ts'

/** Headers as they stand on the wire: name, value, name, value, with case, order and repetitions kept. */
export type RawHeaders = readonly string[]

/** These belong to one connection and never travel on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** What the provider gets to see: everything but the headers of this connection and those meant for us. */
export function forwardedRequestHeaders(raw: RawHeaders, isDropped: (name: string) => boolean): string[] {
  const named = connectionNames(raw)
  const kept: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase()
    if (HOP_BY_HOP.has(name) || name === 'host' || isDropped(name) || named?.has(name) === true) continue
    if (name.startsWith(OUR_HEADERS)) continue
    kept.push(raw[at]!, raw[at + 1]!)
  }
  return kept
}

/** What the client gets to see of a reply whose body is passed on as it came, or without what `dropped` names. */
export function forwardedReplyHeaders(raw: RawHeaders, dropped?: ReadonlySet<string>): string[] {
  const named = connectionNames(raw)
  const kept: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase()
    if (HOP_BY_HOP.has(name) || dropped?.has(name) === true || named?.has(name) === true) continue
    kept.push(raw[at]!, raw[at + 1]!)
  }
  return kept
}

/** Facts about a body that are no longer true once it is changed. */
export const BODY_HEADERS: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
  'etag',
])

export function headerOf(raw: RawHeaders, name: string): string | undefined {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const written = raw[at]!
    if (written.length === name.length && written.toLowerCase() === name) return raw[at + 1]
  }
  return undefined
}

/** A `Connection` header names further headers that belong to the connection. */
function connectionNames(raw: RawHeaders): ReadonlySet<string> | undefined {
  const value = headerOf(raw, 'connection')
  // what nearly every connection says, and it names no header
  if (value === undefined || value === 'keep-alive' || value === 'close') return undefined
  const names = value
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'keep-alive' && name !== 'close')
  return names.length === 0 ? undefined : new Set(names)
}
