import {
  ALNUM,
  BASE64,
  CLASS,
  DIGIT,
  KEY_BODY,
  LETTER,
  LOWER,
  UNDERSCORE,
  UPPER,
  VALUE,
  lowerCase,
} from '../characters.ts'
import {
  OTHER,
  PLACEHOLDER_CHARS,
  SAMPLE_CHARS,
  isPlaceholder,
  kindsOf,
  measure,
  sampleEntropyBits,
} from '../randomness.ts'
import { runTail } from '../tail.ts'
import type { Window } from '../window.ts'

/** What a name must end with, written without its blanks, dashes and underscores. */
const PASSWORD_NAMES = ['password', 'passwd', 'passwort', 'passphrase', 'pwd']
const TOKEN_NAMES = [
  'secret',
  'token',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'encryptionkey',
  'signingkey',
  'accountkey',
  'authkey',
  'masterkey',
  'servicekey',
  'subscriptionkey',
  'sharedkey',
  'sig',
]

const PASSWORD = 1
const NAMED_TOKEN = 2

const LONGEST_NAME_CHARS = 20
const SHORTEST_PASSWORD_CHARS = 8
const SHORTEST_TOKEN_CHARS = 16
const MOST_MARKS = 6

const byLast: { name: string; kind: number }[][] = Array.from({ length: 128 }, () => [])
for (const name of PASSWORD_NAMES) byLast[name.charCodeAt(name.length - 1)]!.push({ name, kind: PASSWORD })
for (const name of TOKEN_NAMES) byLast[name.charCodeAt(name.length - 1)]!.push({ name, kind: NAMED_TOKEN })

const passwordTail = runTail(VALUE)
const tokenTail = runTail(BASE64 | KEY_BODY)

/**
 * Called at a `:` or `=`. A value whose name says that it is secret: a password of 8 characters or more from
 * three kinds of characters, a token of 16 or more that looks drawn at random. The name itself stays.
 */
export function recogniseAnnouncedSecret(window: Window, position: number): boolean {
  const kind = kindOfName(window, position)
  if (kind === 0) return false
  const from = valueStart(window, position + 1)
  if (from < 0) return false
  const body = kind === PASSWORD ? VALUE : KEY_BODY
  const stop = window.runEnd(body, from, from + SAMPLE_CHARS)
  if (!(kind === PASSWORD ? isPassword(window, from, stop) : isToken(window, from, stop))) return false
  const end = window.runEnd(body, stop, from + PLACEHOLDER_CHARS)
  if (isReference(window, from, end) || isPlaceholder(window, from, end)) return false
  return window.found('api_key', from, end, kind === PASSWORD ? passwordTail : tokenTail)
}

function kindOfName(window: Window, position: number): number {
  let end = position
  // quotes, escapes and blanks may stand between the name and the mark
  for (let skipped = 0; skipped < 3; skipped += 1) {
    const code = window.before(end - 1)
    if (code !== 0x22 && code !== 0x27 && code !== 0x20 && code !== 0x5c && code !== 0x60) break
    end -= 1
  }
  const last = lowerCase(window.before(end - 1))
  if (last >= 128) return 0
  for (const { name, kind } of byLast[last]!) if (endsWithName(window, end, name)) return kind
  return 0
}

function endsWithName(window: Window, end: number, name: string): boolean {
  let at = name.length - 1
  for (let position = end - 1; position >= end - LONGEST_NAME_CHARS; position -= 1) {
    const code = lowerCase(window.before(position))
    if (code === name.charCodeAt(at)) {
      if (at === 0) return name.length > 3 || (CLASS[window.before(position - 1)]! & LETTER) === 0
      at -= 1
    } else if (code !== 0x5f && code !== 0x2d && code !== 0x20) return false
  }
  return false
}

/** Behind the mark, blanks and at most one opening quote; -1 when the value does not start soon. */
function valueStart(window: Window, from: number): number {
  for (let position = from; position <= from + MOST_MARKS; position += 1) {
    const code = window.at(position)
    if (
      code !== 0x20 &&
      code !== 0x22 &&
      code !== 0x27 &&
      code !== 0x5c &&
      code !== 0x60 &&
      code !== 0x3d &&
      code !== 0x3e
    )
      return (CLASS[code]! & VALUE) === 0 ? -1 : position
  }
  return -1
}

/** A variable, a template, a path, a call: names a secret without being one. */
function isReference(window: Window, from: number, stop: number): boolean {
  const first = window.at(from)
  if (first === 0x24 || first === 0x25 || first === 0x2f || first === 0x2e || first === 0x2a) return true
  const next = window.at(stop)
  if (next === 0x28 || next === 0x5b || next === 0x7b || next === 0x3c) return true
  return (
    window.startsWith('http', from) ||
    window.startsWith('process.env', from) ||
    window.startsWith('os.', from)
  )
}

function isPassword(window: Window, from: number, stop: number): boolean {
  if (stop - from < SHORTEST_PASSWORD_CHARS) return false
  const kinds = kindsOf(window, from, stop)
  const count = Number((kinds & DIGIT) !== 0) + Number((kinds & UPPER) !== 0) + Number((kinds & LOWER) !== 0)
  if (count + Number((kinds & OTHER) !== 0) < 3) return false
  const { distinct, digits, others } = measure(window, from, stop)
  if (distinct < 6 || digits + others < 2) return false
  return !isExpression(window, from, stop)
}

function isToken(window: Window, from: number, stop: number): boolean {
  if (stop - from < SHORTEST_TOKEN_CHARS) return false
  if ((kindsOf(window, from, stop) & DIGIT) === 0) return false
  const { distinct, digits, upper, lower, changes } = measure(window, from, stop)
  if (digits < 2 || upper + lower < 2 || distinct < 8 || changes < 4 || sampleEntropyBits() < 3) return false
  return longestMixedRun(window, from, stop) >= 8
}

/** `user.password1` and `a.b` style chains of names. */
function isExpression(window: Window, from: number, stop: number): boolean {
  if ((CLASS[window.at(from)]! & (LETTER | UNDERSCORE)) === 0) return false
  let dots = 0
  for (let position = from; position < stop; position += 1) {
    const code = window.at(position)
    if (code === 0x2e && (CLASS[window.at(position + 1)]! & LETTER) !== 0) dots += 1
    else if ((CLASS[code]! & ALNUM) === 0 && code !== 0x5f) return false
  }
  return dots > 0
}

/** The longest run of letters and digits that holds both; words parted by dashes have none. */
function longestMixedRun(window: Window, from: number, stop: number): number {
  let longest = 0
  let start = from
  let kinds = 0
  for (let position = from; position <= stop; position += 1) {
    const bits = position < stop ? CLASS[window.at(position)]! : 0
    if ((bits & ALNUM) !== 0) {
      kinds |= (bits & DIGIT) !== 0 ? 1 : 2
      if (kinds === 3 && position + 1 - start > longest) longest = position + 1 - start
    } else {
      start = position + 1
      kinds = 0
    }
  }
  return longest
}
