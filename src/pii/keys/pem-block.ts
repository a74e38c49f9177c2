import { BASE64, CLASS, DIGIT, SPACE, UPPER } from '../characters.ts'
import { pemTail } from '../tail.ts'
import type { Window } from '../window.ts'

const BEGIN = '-----BEGIN '
const LONGEST_LABEL_CHARS = 40
/** `Proc-Type: 4,ENCRYPTED` and its kind stand between the first line and the body. */
const LONGEST_HEADERS_CHARS = 100
const SHORTEST_BODY_CHARS = 16
const BLANK = 0x20
const DASH = 0x2d
const BACKSLASH = 0x5c

/**
 * Called at a dash. A private key in PEM, also with its line ends written as `\n`. Only a beginning that is
 * followed by a body counts, so that text about PEM files stays; once it does, everything up to the end line
 * belongs to the key, or, when that never comes, everything that could be its body.
 */
export function recognisePemBlock(window: Window, position: number): boolean {
  if (window.at(position + 1) !== DASH || window.at(position + 5) !== 0x42) return false
  if (!window.startsWith(BEGIN, position)) return false
  const label = position + BEGIN.length
  let labelEnd = label
  while (labelEnd < label + LONGEST_LABEL_CHARS && isLabel(window.at(labelEnd))) labelEnd += 1
  if (!window.startsWith('-----', labelEnd)) return false
  if (window.starved || !/PRIVATE KEY(?: BLOCK)?$/u.test(window.text.slice(label, labelEnd))) return false
  const body = bodyStart(window, labelEnd + 5)
  return body >= 0 && window.found('api_key', position, body, pemTail)
}

function isLabel(code: number): boolean {
  return code === BLANK || (CLASS[code]! & (UPPER | DIGIT)) !== 0
}

/** Where the first long run of base64 starts, behind blanks and header lines; -1 when there is none. */
function bodyStart(window: Window, from: number): number {
  let run = 0
  for (let position = from; position < from + LONGEST_HEADERS_CHARS; position += 1) {
    const code = window.at(position)
    if (window.starved || (code === DASH && run === 0 && window.at(position + 1) === DASH)) return -1
    if (code === BACKSLASH) {
      // an escaped line end: the letter behind it is no part of the body
      position += 1
      run = 0
    } else if ((CLASS[code]! & BASE64) === 0) run = 0
    else run += 1
    if (run >= SHORTEST_BODY_CHARS) return position + 1
    if (run === 0 && code !== BACKSLASH && !isHeader(code)) return -1
  }
  return -1
}

function isHeader(code: number): boolean {
  return code === DASH || code === 0x3a || code === 0x2c || code === 0x2e || (CLASS[code]! & SPACE) !== 0
}
