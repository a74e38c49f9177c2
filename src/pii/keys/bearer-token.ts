import { BASE64, CLASS, TOKEN } from '../characters.ts'
import { PLACEHOLDER_CHARS, isPlaceholder, looksRandom, mayBeWords } from '../randomness.ts'
import { dottedTail } from '../tail.ts'
import type { Window } from '../window.ts'
import { decodeBase64 } from './base64.ts'

const SHORTEST_CHARS = 20
/** More is not decoded; it belongs to the value all the same. */
const LONGEST_BASIC_CHARS = 64
const BODY = TOKEN | BASE64
const tail = dottedTail(BODY)

/** Called where `Bearer ` stands: a random value of at least 20 characters; the word itself stays. */
export function recogniseBearerToken(window: Window, position: number): boolean {
  const from = position + 7
  const stop = window.runEnd(BODY, from, from + PLACEHOLDER_CHARS)
  if (stop - from < SHORTEST_CHARS || !looksRandom(window, from, stop) || mayBeWords()) return false
  if (isPlaceholder(window, from, stop)) return false
  return window.found('api_key', from, stop, tail)
}

/** Called where `Basic ` stands: base64 of `user:password`; the word itself stays. */
export function recogniseBasicCredentials(window: Window, position: number): boolean {
  const from = position + 6
  const limit = from + LONGEST_BASIC_CHARS
  const stop = window.runEnd(BASE64, from, limit)
  if (stop - from < 8 || window.starved || !isUserAndPassword(decodeBase64(window, from, stop))) return false
  return window.found(
    'api_key',
    from,
    stop,
    stop === limit && (CLASS[window.at(stop)]! & BASE64) !== 0 ? tail : undefined,
  )
}

function isUserAndPassword(text: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]+$/u.test(text)
}
