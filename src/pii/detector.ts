import { CLASS, HEX } from './characters.ts'
import { colonRecogniser } from './colon.ts'
import { LOCAL_PART_CHARS, localPartStart, recogniseEmail } from './email.ts'
import type { IsPhoneNumber, PiiGroup } from './groups.ts'
import { recogniseAnnouncedSecret } from './keys/announced-secret.ts'
import { recognisePemBlock } from './keys/pem-block.ts'
import { recogniseWordKey } from './keys/word-keys.ts'
import { numberFates } from './number-fate.ts'
import { numberRecogniser } from './number.ts'
import { phoneRecogniser } from './phone.ts'
import { Sign, behindWord, search, signTable, type SignTable } from './signs.ts'
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

  private readonly table: SignTable
  /** By sign. A table and not a switch, because the search is fast only while nothing is inlined into it. */
  private readonly recognisers: readonly Recogniser[]
  private readonly looksBackForEmail: boolean
  private readonly looksBackForIpv6: boolean

  constructor(groups: ReadonlySet<PiiGroup>, isPhoneNumber: IsPhoneNumber | undefined) {
    const fates = numberFates(groups)
    this.table = signTable(groups, fates)
    const recognisePhone = phoneRecogniser(isPhoneNumber)
    const recognisers: Recogniser[] = []
    recognisers[Sign.Nothing] = nothing
    recognisers[Sign.WordToSkip] = nothing
    recognisers[Sign.DigitRun] = numberRecogniser(fates, recognisePhone)
    recognisers[Sign.KeyWord] = recogniseWordKey
    recognisers[Sign.At] = recogniseEmail
    recognisers[Sign.Colon] = colonRecogniser(groups)
    recognisers[Sign.Equals] = recogniseAnnouncedSecret
    recognisers[Sign.Phone] = recognisePhone
    recognisers[Sign.Dash] = recognisePemBlock
    this.recognisers = recognisers
    this.looksBackForEmail = groups.has('email')
    this.looksBackForIpv6 = groups.has('ip_address')
    const longestReach = Math.max(0, ...[...groups].map((group) => REACH_CHARS[group]))
    const lookBack = this.looksBackForEmail ? LOCAL_PART_CHARS : this.looksBackForIpv6 ? 4 : 0
    this.reachChars = longestReach + lookBack
  }

  /** Looks on from a position; what a recogniser needs to know about the text before is in the window. */
  advance(window: Window, from: number): Answer {
    const { table, recognisers } = this
    const position = search(table, recognisers, window, behindWord(table, window, from))
    if (window.starved) return this.starve(window, position)
    if (position >= 0) return 'found'
    const { end } = window
    this.position = end
    this.hold = this.earliestStart(window, end)
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
