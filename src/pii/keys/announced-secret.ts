import { BASE64, CLASS, KEY_BODY, LETTER, VALUE, WORD, lowerCase } from '../characters.ts'
import { PLACEHOLDER_CHARS, SAMPLE_CHARS, isPlaceholder } from '../randomness.ts'
import { dottedTail, runTail } from '../tail.ts'
import type { Window } from '../window.ts'
import { isPassword, isRandomToken } from './secret-shape.ts'

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
const MOST_MARKS = 6
const SLASH = 0x2f

const byLast: { name: string; kind: number }[][] = Array.from({ length: 128 }, () => [])
for (const name of PASSWORD_NAMES) byLast[name.charCodeAt(name.length - 1)]!.push({ name, kind: PASSWORD })
for (const name of TOKEN_NAMES) byLast[name.charCodeAt(name.length - 1)]!.push({ name, kind: NAMED_TOKEN })

/** May stand between a name and the mark behind it. */
const BETWEEN = '"\' \\`'

/** What may stand before the mark. */
export const NAME_ENDS = `${BETWEEN}${[...PASSWORD_NAMES, ...TOKEN_NAMES].map((name) => name.at(-1) + name.at(-1)!.toUpperCase()).join('')}`

const passwordTail = runTail(VALUE)
const tokenTail = dottedTail(BASE64 | KEY_BODY)

/**
 * Called at a `:` or `=`. A value whose name says that it is secret: a password of 8 characters or more from
 * three kinds of characters, a token of 16 or more that looks drawn at random. The name itself stays.
 */
export function recogniseAnnouncedSecret(window: Window, position: number): boolean {
  const kind = kindOfName(window, position)
  if (kind === 0) return false
  const from = valueStart(window, position + 1)
  if (from < 0) return false
  return kind === PASSWORD ? recognisePassword(window, from) : recogniseToken(window, from)
}

function recognisePassword(window: Window, from: number): boolean {
  const stop = window.runEnd(VALUE, from, from + SAMPLE_CHARS)
  if (!isPassword(window, from, stop, window.runKinds)) return false
  const end = window.runEnd(VALUE, stop, from + PLACEHOLDER_CHARS)
  if (isReference(window, from, end) || isPlaceholder(window, from, end)) return false
  return window.found('api_key', from, end, passwordTail)
}

function recogniseToken(window: Window, from: number): boolean {
  const end = window.runEnd(KEY_BODY, from, from + PLACEHOLDER_CHARS)
  if (!isRandomToken(window, from, end)) return false
  if (isReference(window, from, end) || isPlaceholder(window, from, end)) return false
  return window.found('api_key', from, end, tokenTail)
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
  const { codes } = window
  const first = Math.max(0, end - LONGEST_NAME_CHARS)
  let at = name.length - 1
  for (let position = end - 1; position >= first; position -= 1) {
    const code = lowerCase(codes[position]!)
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
  if (first === SLASH || first === 0x2e || isVariable(window, from, stop)) return true
  const next = window.at(stop)
  if (next === 0x28 || next === 0x5b || next === 0x7b || next === 0x3c) return true
  return (
    window.startsWith('http', from) ||
    window.startsWith('process.env', from) ||
    window.startsWith('os.', from)
  )
}

/** `$NAME`, `%NAME%` and `***`; a password may start with these marks too. */
function isVariable(window: Window, from: number, stop: number): boolean {
  const first = window.at(from)
  if (first === 0x24) return window.runEnd(WORD, from + 1, stop) === stop
  if (first === 0x25) return window.at(stop - 1) === 0x25 || window.at(from + 1) === 0x73
  return first === 0x2a && window.at(from + 1) === 0x2a
}
