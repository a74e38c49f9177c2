import { ALNUM, CLASS, HEX } from './characters.ts'
import { colonRecogniser } from './colon.ts'
import { LOCAL_PART_CHARS, localPartStart, recogniseEmail } from './email.ts'
import type { IsPhoneNumber, PiiGroup } from './groups.ts'
import { recogniseAnnouncedSecret } from './keys/announced-secret.ts'
import { recognisePemBlock } from './keys/pem-block.ts'
import { KEY_LETTERS, recogniseWordKey } from './keys/word-keys.ts'
import { numberRecogniser } from './number.ts'
import { phoneRecogniser } from './phone.ts'
import { LOOK_AHEAD_CHARS, type Recogniser, type Window } from './window.ts'

/** A value stands at `window.start`; the text up to its end is clean; or more text is needed to go on. */
export type Answer = 'found' | 'clean' | 'starved'

/** How far ahead of a value's first character its recognisers may have to look. */
const REACH_CHARS: Record<PiiGroup, number> = {
  email: LOOK_AHEAD_CHARS,
  phone: 68,
  ssn: 14,
  credit_card: 40,
  api_key: LOOK_AHEAD_CHARS,
  ip_address: 48,
}

const NOTHING = 0
const WORD_TO_SKIP = 1
const FIRST_PLACE = 2
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

  private readonly places = new Uint8Array(128)
  private readonly recognisers: Recogniser[] = [nothing, nothing]
  private readonly looksBackForEmail: boolean
  private readonly looksBackForIpv6: boolean

  constructor(groups: ReadonlySet<PiiGroup>, isPhoneNumber: IsPhoneNumber | undefined) {
    const when = (group: PiiGroup, recogniser: Recogniser): Recogniser | undefined =>
      groups.has(group) ? recogniser : undefined
    const recognisePhone = phoneRecogniser(isPhoneNumber)
    this.listen('0123456789', numberRecogniser(groups, recognisePhone))
    this.listen(':', colonRecogniser(groups))
    this.listen('@', when('email', recogniseEmail))
    this.listen('+(', when('phone', recognisePhone))
    this.listen('=', when('api_key', recogniseAnnouncedSecret))
    this.listen('-', when('api_key', recognisePemBlock))
    this.listen(KEY_LETTERS, when('api_key', recogniseWordKey))
    for (let code = 0; code < 128; code += 1)
      if ((CLASS[code]! & ALNUM) !== 0 && this.places[code] === NOTHING) this.places[code] = WORD_TO_SKIP
    this.looksBackForEmail = groups.has('email')
    this.looksBackForIpv6 = groups.has('ip_address')
    const longestReach = Math.max(0, ...[...groups].map((group) => REACH_CHARS[group]))
    const lookBack = this.looksBackForEmail ? LOCAL_PART_CHARS : this.looksBackForIpv6 ? 4 : 0
    this.reachChars = longestReach + lookBack
  }

  private listen(characters: string, recogniser: Recogniser | undefined): void {
    if (recogniser === undefined) return
    const place = this.recognisers.push(recogniser) - 1
    for (const character of characters) this.places[character.charCodeAt(0)] = place
  }

  /** Looks on from a position; what a recogniser needs to know about the text before is in the window. */
  advance(window: Window, from: number): Answer {
    const { text, end } = window
    const { places, recognisers } = this
    let position = from
    while (position < end) {
      const code = text.charCodeAt(position)
      const place = code < 128 ? places[code]! : NOTHING
      if (place === NOTHING) {
        position += 1
        continue
      }
      const isWord = (CLASS[code]! & ALNUM) !== 0
      if (
        place >= FIRST_PLACE &&
        !(isWord && position > 0 && (CLASS[text.charCodeAt(position - 1)]! & ALNUM) !== 0)
      ) {
        window.start = position
        const found = recognisers[place]!(window, position)
        if (window.starved) return this.starve(window, position)
        if (found) return 'found'
      }
      position += 1
      if (isWord) while (position < end && (CLASS[text.charCodeAt(position)]! & ALNUM) !== 0) position += 1
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
