// oxlint-disable typescript/no-unsafe-enum-comparison -- the values of the enum are read from a table of numbers
import { ALNUM, CLASS, DIGIT, LOCAL } from './characters.ts'
import type { PiiGroup } from './groups.ts'
import { NAME_ENDS } from './keys/announced-secret.ts'
import { KEY_LETTERS, startsNoKey } from './keys/word-keys.ts'
import { UNKNOWN, numberFate, type NumberFates } from './number-fate.ts'
import { mayPrecedePhone } from './phone.ts'
import type { Recogniser, Window } from './window.ts'

/**
 * What a character can be the sign of. An enum whose members the compiler writes down as numbers, because the search
 * below would have to look a variable up for every character; what starts a word comes last, so that one
 * comparison tells.
 */
export const enum Sign {
  Nothing,
  At,
  Colon,
  Equals,
  Phone,
  Dash,
  WordToSkip,
  KeyWord,
  DigitRun,
}

const ASCII = 128

type Neighbour = (code: number) => boolean

interface SignRule {
  readonly sign: number
  readonly characters: string
  readonly groups: readonly PiiGroup[]
  /** Left out when it may stand behind, or before, any character. */
  readonly behind?: Neighbour
  readonly before?: Neighbour
}

const isOf =
  (mask: number): Neighbour =>
  (code) =>
    (CLASS[code]! & mask) !== 0
const oneOf =
  (characters: string): Neighbour =>
  (code) =>
    characters.includes(String.fromCharCode(code))
const not =
  (neighbour: Neighbour): Neighbour =>
  (code) =>
    !neighbour(code)

const RULES: readonly SignRule[] = [
  {
    sign: Sign.DigitRun,
    characters: '0123456789',
    groups: ['ip_address', 'credit_card', 'ssn', 'phone', 'api_key'],
  },
  { sign: Sign.KeyWord, characters: KEY_LETTERS, groups: ['api_key'] },
  { sign: Sign.At, characters: '@', groups: ['email'], behind: isOf(LOCAL), before: isOf(ALNUM) },
  { sign: Sign.Colon, characters: ':', groups: ['ip_address', 'api_key'], behind: not(oneOf(':')) },
  { sign: Sign.Equals, characters: '=', groups: ['api_key'], behind: oneOf(NAME_ENDS) },
  { sign: Sign.Phone, characters: '+(', groups: ['phone'], behind: mayPrecedePhone, before: isOf(DIGIT) },
  { sign: Sign.Dash, characters: '-', groups: ['api_key'], before: oneOf('-') },
]

/** Where the characters are that can mean something, for a set of groups. */
export interface SignTable {
  /** By character. */
  readonly signs: Uint8Array
  /** By character: the signs that may stand behind it, and before it, as bits. */
  readonly behind: Uint16Array
  readonly before: Uint16Array
  readonly fates: NumberFates
}

export function signTable(groups: ReadonlySet<PiiGroup>, fates: NumberFates): SignTable {
  const signs = new Uint8Array(ASCII)
  const behind = new Uint16Array(ASCII)
  const before = new Uint16Array(ASCII)
  for (let code = 0; code < ASCII; code += 1) if ((CLASS[code]! & ALNUM) !== 0) signs[code] = Sign.WordToSkip
  for (const rule of RULES) {
    if (!rule.groups.some((group) => groups.has(group))) continue
    for (const character of rule.characters) signs[character.charCodeAt(0)] = rule.sign
    for (let code = 0; code < ASCII; code += 1) {
      if (rule.behind?.(code) !== false) behind[code]! |= 1 << rule.sign
      if (rule.before?.(code) !== false) before[code]! |= 1 << rule.sign
    }
  }
  return { signs, behind, before, fates }
}

/**
 * Asks the recognisers at the characters that can mean something, and skips whole words at once. Gives the position
 * where one of them found a value or starved, or -1. Always goes the same few ways, whatever text it is given,
 * because the engine throws its compiled code away at the first way that is new.
 */
export function search(
  table: SignTable,
  recognisers: readonly Recogniser[],
  window: Window,
  from: number,
): number {
  const { codes, end } = window
  const { signs, behind, before, fates } = table
  let position = from
  while (position < end) {
    const start = position
    const code = codes[start]!
    const sign = code < 128 ? signs[code]! : 0
    position += 1
    if (sign === Sign.Nothing) continue
    let next = codes[position]!
    if (sign < Sign.WordToSkip) {
      const previous = start > 0 ? codes[start - 1]! : 0
      if (previous < 128 && (behind[previous]! & (1 << sign)) === 0) continue
      if (next < 128 && (before[next]! & (1 << sign)) === 0 && position < end) continue
    } else {
      if (sign === Sign.DigitRun)
        while (next < 128 && signs[next] === Sign.DigitRun) {
          position += 1
          next = codes[position]!
        }
      const stop = position
      // the zero behind the last character ends every word
      while (next < 128 && signs[next]! >= Sign.WordToSkip) {
        position += 1
        next = codes[position]!
      }
      if (sign === Sign.WordToSkip) continue
      if (sign === Sign.KeyWord) {
        if (start + 1 !== end && startsNoKey(code, codes[start + 1]!)) continue
      } else {
        // letters behind the digits make it a name of something
        if (position !== stop && position !== end) continue
        const fate = position === end ? UNKNOWN : numberFate(fates, codes, start, stop)
        if (fate === 0) continue
        window.digitRun = stop - start
        window.numberFate = fate
      }
    }
    window.start = start
    if (recognisers[sign]!(window, start) || window.starved) return start
  }
  return -1
}

/** Inside a word nothing starts: where to go on after the rest of one. */
export function behindWord({ signs }: SignTable, { codes }: Window, from: number): number {
  let position = from
  if (from > 0 && isWord(signs, codes[from - 1]!)) while (isWord(signs, codes[position]!)) position += 1
  return position
}

function isWord(signs: Uint8Array, code: number): boolean {
  return code < 128 && signs[code]! >= Sign.WordToSkip
}
