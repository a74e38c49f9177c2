import { ALNUM, CLASS, HEX } from './characters.ts'
import { colonRecogniser } from './colon.ts'
import { LOCAL_PART_CHARS, localPartStart, recogniseEmail } from './email.ts'
import type { IsPhoneNumber, PiiGroup } from './groups.ts'
import { recogniseAnnouncedSecret } from './keys/announced-secret.ts'
import { recognisePemBlock } from './keys/pem-block.ts'
import { KEY_LETTERS, recogniseWordKey, startsNoKey } from './keys/word-keys.ts'
import { numberRecogniser } from './number.ts'
import { phoneRecogniser } from './phone.ts'
import { LOOK_AHEAD_CHARS, type Recogniser, type Window } from './window.ts'

/** A value stands at `window.start`; the text up to its end is clean; or more text is needed to go on. */
export type Answer = 'found' | 'clean' | 'starved'

/** How far ahead of a value's first character its recognisers may have to look. */
const REACH_CHARS: Record<PiiGroup, number> = {
  email: LOOK_AHEAD_CHARS,
  phone: 68,
  ssn: 22,
  credit_card: 40,
  api_key: LOOK_AHEAD_CHARS,
  ip_address: 48,
}

/** What a character can be the sign of; numbers, so that the scan can look them up in a table. */
const NOTHING = 0
const WORD_TO_SKIP = 1
const DIGIT_RUN = 2
const KEY_WORD = 3
const AT_SIGN = 4
const COLON = 5
const EQUALS = 6
const PHONE_SIGN = 7
const DASH = 8

const SIGNS: readonly (readonly [sign: number, characters: string, groups: readonly PiiGroup[]])[] = [
  [DIGIT_RUN, '0123456789', ['ip_address', 'credit_card', 'ssn', 'phone', 'api_key']],
  [KEY_WORD, KEY_LETTERS, ['api_key']],
  [AT_SIGN, '@', ['email']],
  [COLON, ':', ['ip_address', 'api_key']],
  [EQUALS, '=', ['api_key']],
  [PHONE_SIGN, '+(', ['phone']],
  [DASH, '-', ['api_key']],
]

const nothing: Recogniser = () => false

/**
 * One pass over a text for the built-in groups. A table tells which characters can mean something; a
 * recogniser looks at a bounded stretch around such a character, and whole words are skipped at once.
 */
export class Detector {
  /** An upper bound of what lies between the first character of an undecided value and the last one seen. */
  readonly reachChars: number
  /** Where to look on after `clean` or `starved`. */
  position = 0
  /** After `clean` or `starved`: no value that is still unknown starts before this. */
  hold = 0

  private readonly signs: Uint8Array
  /** By sign. A table and not a switch, because the scan is fast only while nothing is inlined into it. */
  private readonly recognisers: readonly Recogniser[]
  private readonly looksBackForEmail: boolean
  private readonly looksBackForIpv6: boolean

  constructor(groups: ReadonlySet<PiiGroup>, isPhoneNumber: IsPhoneNumber | undefined) {
    this.signs = signTable(groups)
    const recognisePhone = phoneRecogniser(isPhoneNumber)
    const recognisers: Recogniser[] = []
    recognisers[NOTHING] = nothing
    recognisers[WORD_TO_SKIP] = nothing
    recognisers[DIGIT_RUN] = numberRecogniser(groups, recognisePhone)
    recognisers[KEY_WORD] = recogniseWordKey
    recognisers[AT_SIGN] = recogniseEmail
    recognisers[COLON] = colonRecogniser(groups)
    recognisers[EQUALS] = recogniseAnnouncedSecret
    recognisers[PHONE_SIGN] = recognisePhone
    recognisers[DASH] = recognisePemBlock
    this.recognisers = recognisers
    this.looksBackForEmail = groups.has('email')
    this.looksBackForIpv6 = groups.has('ip_address')
    const longestReach = Math.max(0, ...[...groups].map((group) => REACH_CHARS[group]))
    const lookBack = this.looksBackForEmail ? LOCAL_PART_CHARS : this.looksBackForIpv6 ? 4 : 0
    this.reachChars = longestReach + lookBack
  }

  /** Looks on from a position; what a recogniser needs to know about the text before is in the window. */
  advance(window: Window, from: number): Answer {
    const { codes, end } = window
    const { signs, recognisers } = this
    let position = from
    while (position < end) {
      const code = codes[position]!
      const sign = code < 128 ? signs[code]! : NOTHING
      if (sign === NOTHING) {
        position += 1
        continue
      }
      const isWord = sign <= KEY_WORD
      if (sign !== WORD_TO_SKIP && !isPlain(codes, position, end, code, sign)) {
        window.start = position
        const found = recognisers[sign]!(window, position)
        if (window.starved) return this.starve(window, position)
        if (found) return 'found'
      }
      position += 1
      if (isWord) while (position < end && (CLASS[codes[position]!]! & ALNUM) !== 0) position += 1
    }
    this.position = position
    this.hold = this.earliestStart(window, position)
    return 'clean'
  }

  private starve(window: Window, position: number): 'starved' {
    this.position = position
    this.hold = Math.min(window.start, this.earliestStart(window, position))
    return 'starved'
  }

  /** Addresses are recognised at their `@` or first colon, so what could stand before it must wait. */
  private earliestStart(window: Window, position: number): number {
    if (this.looksBackForEmail) return localPartStart(window, position)
    let start = position
    if (!this.looksBackForIpv6) return start
    while (start > window.floor && start > position - 4 && (CLASS[window.before(start - 1)]! & HEX) !== 0)
      start -= 1
    return start
  }
}

/** Inside a word nothing starts; neither does a key at most words, or a block of dashes at a single one. */
function isPlain(codes: Uint16Array, position: number, end: number, code: number, sign: number): boolean {
  if (sign > KEY_WORD) return sign === DASH && position + 1 < end && codes[position + 1] !== 0x2d
  if (position > 0 && (CLASS[codes[position - 1]!]! & ALNUM) !== 0) return true
  return sign === KEY_WORD && position + 1 < end && startsNoKey(code, codes[position + 1]!)
}

function signTable(groups: ReadonlySet<PiiGroup>): Uint8Array {
  const signs = new Uint8Array(128)
  for (let code = 0; code < 128; code += 1) if ((CLASS[code]! & ALNUM) !== 0) signs[code] = WORD_TO_SKIP
  for (const [sign, characters, meaning] of SIGNS)
    if (meaning.some((group) => groups.has(group)))
      for (const character of characters) signs[character.charCodeAt(0)] = sign
  return signs
}
