import { CLASS, DIGIT, SEPARATOR } from './characters.ts'
import { recogniseCreditCard } from './credit-card.ts'
import { recogniseIpv4 } from './ip-address.ts'
import { recogniseTelegramToken } from './keys/telegram-token.ts'
import {
  BOT_TOKEN,
  CARD,
  IPV4,
  LONGEST_RUN,
  PHONE,
  SHORTEST_BARE_PHONE,
  SSN,
  UNKNOWN,
  isRest,
  numberFate,
  type NumberFates,
} from './number-fate.ts'
import { recogniseSsn } from './ssn.ts'
import type { Recogniser, Window } from './window.ts'

const OPEN = 0x28
const CLOSE = 0x29
const SHORTEST_PHONE = 7

/** Called at the first digit of a run. */
export function numberRecogniser(fates: NumberFates, recognisePhone: Recogniser): Recogniser {
  return (window, position) => {
    const fate = window.numberFate === UNKNOWN ? fateAtEnd(fates, window, position) : window.numberFate
    if ((fate & IPV4) !== 0 && recogniseIpv4(window, position)) return true
    if ((fate & CARD) !== 0 && recogniseCreditCard(window, position)) return true
    if ((fate & SSN) !== 0 && recogniseSsn(window, position)) return true
    if ((fate & BOT_TOKEN) !== 0 && recogniseTelegramToken(window, position)) return true
    return (fate & PHONE) !== 0 && mayBePhone(window, position) && recognisePhone(window, position)
  }
}

/** Of a number that may go on where the text ends. */
function fateAtEnd(fates: NumberFates, window: Window, position: number): number {
  if (isRest(window.before(position - 1))) return 0
  const stop = window.runEnd(DIGIT, position, position + LONGEST_RUN)
  window.digitRun = stop - position
  if (stop === window.end && !window.final) window.starved = true
  return numberFate(fates, window.codes, position, stop)
}

/**
 * Two short groups with nothing behind them are a time, a size, a pair of numbers; asked only where it is there
 * to be read, because a number that cannot be one for other reasons must not wait for more text.
 */
function mayBePhone(window: Window, position: number): boolean {
  const run = window.digitRun
  const end = position + run
  if (run >= SHORTEST_BARE_PHONE) return true
  // the fate does not tell characters beyond ASCII apart
  if ((CLASS[window.at(end)]! & SEPARATOR) === 0) return false
  const second = window.at(end + 1)
  if ((CLASS[second]! & DIGIT) === 0) return second === OPEN
  if (end + SHORTEST_PHONE >= window.end) return true
  const stop = window.runEnd(DIGIT, end + 1, end + SHORTEST_PHONE)
  if (run + stop - end - 1 >= SHORTEST_PHONE) return true
  const behind = window.at(stop)
  return behind === OPEN || behind === CLOSE || (CLASS[behind]! & SEPARATOR) !== 0
}
