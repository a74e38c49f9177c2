import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Door {
  /** Every request must show it. */
  readonly token: string | undefined
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/iu

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

export interface Turned {
  readonly status: number
  readonly reason: string
}

/** Why a request is turned away: a web page may reach this machine under a name of its own, and never the token. */
export function turnedAway({ token }: Door, headers: IncomingHttpHeaders): Turned | undefined {
  if (token !== undefined) {
    const given = headers['x-holdfast-token']
    return typeof given === 'string' && isSame(given, token)
      ? undefined
      : { status: 401, reason: 'this guard needs its token in x-holdfast-token' }
  }
  const { host, origin } = headers
  if (host === undefined || !isLoopback(host.replace(/:\d+$/u, '')))
    return { status: 403, reason: 'this guard is only for this machine' }
  if (origin !== undefined && !isLoopbackOrigin(origin))
    return { status: 403, reason: 'this guard is not for pages of other origins' }
  return undefined
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname)
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
