import { ALNUM, CLASS, DIGIT, HEX } from './characters.ts'
import { recogniseCreditCard } from './credit-card.ts'
import { LOCAL_PART_CHARS, localPartStart, recogniseEmail } from './email.ts'
import type { IsPhoneNumber, PiiGroup } from './groups.ts'
import { recogniseIpv4, recogniseIpv6 } from './ip-address.ts'
import { recogniseAnnouncedSecret } from './keys/announced-secret.ts'
import { recognisePemBlock } from './keys/pem-block.ts'
import { recogniseTelegramToken } from './keys/telegram-token.ts'
import { recogniseUrlCredentials } from './keys/url-credentials.ts'
import { KEY_LETTERS, recogniseWordKey } from './keys/word-keys.ts'
import { phoneRecogniser } from './phone.ts'
import { recogniseSsn } from './ssn.ts'
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
const DIGITS = 2

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
  private readonly recognisers: (readonly Recogniser[])[] = [[], []]
  private readonly looksBackForEmail: boolean
  private readonly looksBackForIpv6: boolean

  constructor(groups: ReadonlySet<PiiGroup>, isPhoneNumber: IsPhoneNumber | undefined) {
    const when = (group: PiiGroup, ...recognisers: Recogniser[]): Recogniser[] =>
      groups.has(group) ? recognisers : []
    const recognisePhone = phoneRecogniser(isPhoneNumber)
    this.listen('0123456789', [
      ...when('ip_address', recogniseIpv4),
      ...when('credit_card', recogniseCreditCard),
      ...when('ssn', recogniseSsn),
      ...when('phone', recognisePhone),
      ...when('api_key', recogniseTelegramToken),
    ])
    this.listen('@', when('email', recogniseEmail))
    this.listen('+(', when('phone', recognisePhone))
    this.listen(':', [
      ...when('ip_address', recogniseIpv6),
      ...when('api_key', recogniseUrlCredentials, recogniseAnnouncedSecret),
    ])
    this.listen('=', when('api_key', recogniseAnnouncedSecret))
    this.listen('-', when('api_key', recognisePemBlock))
    this.listen(String.fromCharCode(...KEY_LETTERS), when('api_key', recogniseWordKey))
    for (let code = 0; code < 128; code += 1)
      if ((CLASS[code]! & ALNUM) !== 0 && this.places[code] === NOTHING) this.places[code] = WORD_TO_SKIP
    this.looksBackForEmail = groups.has('email')
    this.looksBackForIpv6 = groups.has('ip_address')
    const longestReach = Math.max(0, ...[...groups].map((group) => REACH_CHARS[group]))
    const lookBack = this.looksBackForEmail ? LOCAL_PART_CHARS : this.looksBackForIpv6 ? 4 : 0
    this.reachChars = longestReach + lookBack
  }

  private listen(characters: string, recognisers: readonly Recogniser[]): void {
    const place = this.recognisers.push(recognisers) - 1
    if (recognisers.length > 0)
      for (const character of characters) this.places[character.charCodeAt(0)] = place
  }

  /** Looks on from a position; what a recogniser needs to know about the text before is in the window. */
  advance(window: Window, from: number): Answer {
    const { text, end } = window
    const { places } = this
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
        const answer = this.ask(window, position, place)
        if (answer !== 'clean') return answer
      }
      position += 1
      if (isWord) while (position < end && (CLASS[text.charCodeAt(position)]! & ALNUM) !== 0) position += 1
    }
    this.position = position
    this.hold = this.earliestStart(window, position)
    return 'clean'
  }

  private ask(window: Window, position: number, place: number): Answer {
    window.start = position
    if (place === DIGITS) window.digitRun = window.runEnd(DIGIT, position, position + 20) - position
    for (const recognise of this.recognisers[place]!) {
      const found = !window.starved && recognise(window, position)
      if (window.starved) {
        this.position = position
        this.hold = Math.min(window.start, this.earliestStart(window, position))
        return 'starved'
      }
      if (found) return 'found'
    }
    return 'clean'
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
