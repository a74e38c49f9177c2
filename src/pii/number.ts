import { CLASS, DIGIT, SEPARATOR, UNDERSCORE } from './characters.ts'
import { recogniseCreditCard } from './credit-card.ts'
import type { PiiGroup } from './groups.ts'
import { recogniseIpv4 } from './ip-address.ts'
import { recogniseTelegramToken } from './keys/telegram-token.ts'
import { recogniseSsn } from './ssn.ts'
import type { Recogniser, Window } from './window.ts'

const LONGEST_RUN = 20
const BLANK = 0x20
const PLUS = 0x2b
const DOT = 0x2e
const COLON = 0x3a
const OPEN = 0x28
const CLOSE = 0x29
const SHORTEST_BARE_PHONE = 9
const SHORTEST_PHONE = 7
const SHORTEST_BOT_NUMBER = 8

/**
 * Called at the first digit of a run. The length of the run and the character behind it tell what it can be,
 * so that the many numbers that are nothing cost little.
 */
export function numberRecogniser(groups: ReadonlySet<PiiGroup>, recognisePhone: Recogniser): Recogniser {
  const ip = groups.has('ip_address')
  const card = groups.has('credit_card')
  const ssn = groups.has('ssn')
  const phone = groups.has('phone')
  const key = groups.has('api_key')
  return (window, position) => {
    const previous = window.before(position - 1)
    // the rest of a decimal, of a version, of an identifier, or a number asked about at its `+`
    if (previous === DOT || previous === PLUS || (CLASS[previous]! & UNDERSCORE) !== 0) return false
    const run = window.runEnd(DIGIT, position, position + LONGEST_RUN) - position
    window.digitRun = run
    const next = window.at(position + run)
    if (ip && run <= 3 && next === DOT && recogniseIpv4(window, position)) return true
    if (card && (run === 4 || run >= 13) && recogniseCreditCard(window, position)) return true
    if (ssn && (run === 3 || run === 9) && recogniseSsn(window, position)) return true
    if (key && next === COLON && run >= SHORTEST_BOT_NUMBER && recogniseTelegramToken(window, position))
      return true
    // a column of numbers is not a telephone number
    if (!phone || (previous === BLANK && (CLASS[window.before(position - 2)]! & DIGIT) !== 0)) return false
    return mayBePhone(window, position + run, run, next) && recognisePhone(window, position)
  }
}

function mayBePhone(window: Window, end: number, run: number, next: number): boolean {
  if (run >= SHORTEST_BARE_PHONE) return run <= 15
  if ((CLASS[next]! & SEPARATOR) === 0) return false
  const second = window.at(end + 1)
  if ((CLASS[second]! & DIGIT) === 0) return second === OPEN
  // two short groups with nothing behind them are a time, a size, a pair of numbers; asked only where it is there
  // to be read, because a number that cannot be one for other reasons must not wait for more text
  if (end + SHORTEST_PHONE >= window.end) return true
  const stop = window.runEnd(DIGIT, end + 1, end + SHORTEST_PHONE)
  if (run + stop - end - 1 >= SHORTEST_PHONE) return true
  const behind = window.at(stop)
  return behind === OPEN || behind === CLOSE || (CLASS[behind]! & SEPARATOR) !== 0
}
