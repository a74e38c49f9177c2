import { createHash, timingSafeEqual } from 'node:crypto'
import type { ExchangeRequest } from './exchange.ts'

/** True when the request brings the token in one of the places where the providers' clients put their keys. */
export function isAdmitted({ headers, path }: ExchangeRequest, token: string): boolean {
  const bearer = /^bearer +(.+)$/iu.exec(headers['authorization'] ?? '')?.[1]
  const given = [bearer, headers['x-api-key'], headers['api-key'], headers['x-goog-api-key'], queryKey(path)]
  return given.some((key) => key !== undefined && isSame(key, token))
}

function queryKey(path: string): string | undefined {
  const start = path.indexOf('?')
  return start < 0 ? undefined : (new URLSearchParams(path.slice(start)).get('key') ?? undefined)
}

/** Digests have one length, so the comparison tells nothing about the token's. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
