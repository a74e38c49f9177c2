import { ALNUM, CLASS, DIGIT, LETTER, LOWER, OTHER, UNDERSCORE, UPPER } from '../characters.ts'
import { entropyBits, hasDistinct, kindsOf, measure } from '../randomness.ts'
import type { Window } from '../window.ts'

const SHORTEST_PASSWORD_CHARS = 8
const SHORTEST_TOKEN_CHARS = 16
/** Words in camel case change kind at less than every second letter, letters drawn at random more often. */
const CHANGES_OF_LETTERS = 0.5
const CHANGES_WITH_A_DIGIT = 0.4
/** Marks that also stand inside names, versions and paths, and so say little about a password. */
const COMMON_MARKS = '-_./:'
const TYPE_NAMES = ['Uint', 'Int', 'Float', 'BigUint', 'BigInt', 'Base64', 'Utf8']

/** Eight characters or more, of three kinds, one of them digits or uncommon marks; `kinds` holds the classes of all. */
export function isPassword(window: Window, from: number, stop: number, kinds: number): boolean {
  if (stop - from < SHORTEST_PASSWORD_CHARS) return false
  const count = Number((kinds & DIGIT) !== 0) + Number((kinds & UPPER) !== 0) + Number((kinds & LOWER) !== 0)
  if (count + Number((kinds & OTHER) !== 0) < 3) return false
  if ((kinds & DIGIT) === 0 && !hasUncommonMark(window, from, stop)) return false
  if (!hasDistinct(window, from, stop, 6)) return false
  return !isNameInCode(window, from, stop)
}

/** `Required!` ends in a mark; a password holds one inside. */
function hasUncommonMark(window: Window, from: number, stop: number): boolean {
  for (let position = from; position < stop - 1; position += 1) {
    const code = window.at(position)
    if ((CLASS[code]! & ALNUM) === 0 && !COMMON_MARKS.includes(String.fromCharCode(code))) return true
  }
  return false
}

/** `user.password` and, where no quote makes it a literal, `newPassword2`. */
function isNameInCode(window: Window, from: number, stop: number): boolean {
  if ((CLASS[window.at(from)]! & (LETTER | UNDERSCORE)) === 0) return false
  let dots = 0
  let digitsBeforeEnd = 0
  for (let position = from; position < stop; position += 1) {
    const bits = CLASS[window.at(position)]!
    if (window.at(position) === 0x2e && (CLASS[window.at(position + 1)]! & LETTER) !== 0) dots += 1
    else if ((bits & (ALNUM | UNDERSCORE)) === 0) return false
    if ((bits & DIGIT) !== 0 && position < stop - 1) digitsBeforeEnd += 1
  }
  const quote = window.before(from - 1)
  const isQuoted = quote === 0x22 || quote === 0x27 || quote === 0x60
  return dots > 0 || (!isQuoted && (digitsBeforeEnd === 0 || isTypeName(window, from)))
}

/** `password: Uint8Array` declares a password. */
function isTypeName(window: Window, from: number): boolean {
  return TYPE_NAMES.some((name) => window.startsWith(name, from))
}

/** Sixteen characters or more that look drawn at random: letters and digits mixed, or a restless case. */
export function isRandomToken(window: Window, from: number, stop: number): boolean {
  const length = stop - from
  if (length < SHORTEST_TOKEN_CHARS) return false
  const kinds = kindsOf(window, from, stop)
  if ((kinds & DIGIT) === 0 && (kinds & LETTER) !== LETTER) return false
  const { distinct, digits, upper, lower, changes } = measure(window, from, stop, length)
  if (distinct < 7 || upper + lower < 2 || entropyBits(window, from, stop) < 2.7) return false
  if (digits >= 2 && changes >= 4 && longestMixedRun(window, from, stop) >= 8) return true
  if (upper === 0 || lower === 0) return false
  return changes >= (digits > 0 ? CHANGES_WITH_A_DIGIT : CHANGES_OF_LETTERS) * (length - 1)
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
