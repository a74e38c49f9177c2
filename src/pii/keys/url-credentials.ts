import { CLASS, LETTER, SPACE } from '../characters.ts'
import { isPlaceholder } from '../randomness.ts'
import type { Window } from '../window.ts'

const LONGEST_CHARS = 160
const COLON = 0x3a
const SLASH = 0x2f
const AT = 0x40

/** Called at the colon of `scheme://user:password@host`; the value is `user:password`. */
export function recogniseUrlCredentials(window: Window, colon: number): boolean {
  if (window.at(colon + 1) !== SLASH || window.at(colon + 2) !== SLASH) return false
  if ((CLASS[window.before(colon - 1)]! & LETTER) === 0) return false
  const from = colon + 3
  let password = -1
  let stop = -1
  for (let position = from; position < from + LONGEST_CHARS; position += 1) {
    const code = window.at(position)
    if (endsAuthority(code)) break
    if (code === COLON && password < 0) password = position + 1
    // the last `@` counts: a password may hold one, a host may not
    if (code === AT && password >= 0 && position > password) stop = position
  }
  if (stop < 0 || window.starved || isTemplate(window, password)) return false
  return !isPlaceholder(window, password, stop) && window.found('api_key', from, stop)
}

function endsAuthority(code: number): boolean {
  return (
    code === 0 ||
    code === SLASH ||
    code === 0x3f ||
    code === 0x23 ||
    code === 0x22 ||
    code === 0x27 ||
    code === 0x60 ||
    code === 0x5c ||
    code === 0x3c ||
    code === 0x3e ||
    (CLASS[code]! & SPACE) !== 0
  )
}

/** `$PASSWORD`, `{password}`, `%s`, `[password]`, `***`. */
function isTemplate(window: Window, position: number): boolean {
  const first = window.at(position)
  return (
    first === 0x24 ||
    first === 0x7b ||
    first === 0x5b ||
    first === 0x2a ||
    (first === 0x25 && window.at(position + 1) === 0x73)
  )
}
