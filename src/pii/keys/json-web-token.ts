import { CLASS, TOKEN } from '../characters.ts'
import { dottedTail } from '../tail.ts'
import type { Window } from '../window.ts'
import { decodeBase64 } from './base64.ts'

const LONGEST_HEADER_CHARS = 180
const DOT = 0x2e
const tail = dottedTail(TOKEN)

/**
 * Called at a word that starts with `eyJ`, which is `{"`. A token has a header that names its algorithm, a dot
 * and a payload. A header longer than 180 characters counts as one when its beginning names the algorithm.
 */
export function recogniseJsonWebToken(window: Window, position: number): boolean {
  if (continuesToken(window.before(position - 1))) return false
  const limit = position + LONGEST_HEADER_CHARS
  const headerEnd = window.runEnd(TOKEN, position, limit)
  const isWhole = headerEnd < limit
  if (isWhole && (window.at(headerEnd) !== DOT || (CLASS[window.at(headerEnd + 1)]! & TOKEN) === 0))
    return false
  if (window.starved || !decodeBase64(window, position, headerEnd).includes('"alg"')) return false
  return window.found('api_key', position, headerEnd, tail)
}

function continuesToken(code: number): boolean {
  return code === DOT || (CLASS[code]! & TOKEN) !== 0
}
