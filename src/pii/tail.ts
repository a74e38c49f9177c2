import { BASE64, CLASS, HOST, SPACE } from './characters.ts'
import type { Window } from './window.ts'

/**
 * How a value goes on after it is certain: gives the position up to which it is known to reach. When the
 * window starves the value is still open there. Needs nothing but the position to resume, so a value of any
 * length costs no memory.
 */
export type Tail = (window: Window, position: number) => number

/** Beyond every text, and still a small integer, which keeps the hot loops fast. */
const NO_LIMIT = 0x3fffffff

/** The value goes on while characters belong to a class. */
export function runTail(mask: number): Tail {
  return (window, position) => window.runEnd(mask, position, NO_LIMIT)
}

/** As a run, and a dot belongs to the value when the class goes on behind it. */
export function dottedTail(mask: number): Tail {
  return (window, from) => {
    let position = from
    for (;;) {
      position = window.runEnd(mask, position, NO_LIMIT)
      if (window.at(position) !== DOT || (CLASS[window.at(position + 1)]! & mask) === 0) return position
      position += 1
    }
  }
}

export const hostTail: Tail = dottedTail(HOST)

/** The body of a PEM block: base64, blanks and escaped line ends, up to and with its `-----END …-----`. */
export const pemTail: Tail = (window, from) => {
  let position = from
  for (;;) {
    const code = window.at(position)
    if (code === BACKSLASH || (CLASS[code]! & (BASE64 | SPACE)) !== 0) position += 1
    else if (code === DASH) return endOfPemFooter(window, position)
    else return position
  }
}

const DOT = 0x2e
const DASH = 0x2d
const BACKSLASH = 0x5c
const LONGEST_FOOTER_CHARS = 64

function endOfPemFooter(window: Window, position: number): number {
  if (!window.startsWith('-----END ', position)) return position
  for (let end = position + 9; end < position + LONGEST_FOOTER_CHARS; end += 1) {
    if (window.startsWith('-----', end)) return end + 5
    if (window.starved) break
  }
  return position
}
