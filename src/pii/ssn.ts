import { CLASS, DIGIT, WORD } from './characters.ts'
import { nearbyWord } from './nearby-word.ts'
import type { Window } from './window.ts'

const DASH = 0x2d
const BLANK = 0x20

const announcesSsn = nearbyWord(
  [
    'ssn',
    's.s.n',
    'social security',
    'social-security',
    'social_security',
    'socialsecurity',
    'soc sec',
    'itin',
    'taxpayer',
  ],
  40,
)

/**
 * Called at the first digit of a run: 3-2-4 digits, parted twice by a dash or twice by a blank. Nine digits
 * in a row are one only when a word such as `ssn` stands at most 40 characters before. Areas 000, 666 and 9xx,
 * group 00 and serial 0000 were never given out.
 */
export function recogniseSsn(window: Window, position: number): boolean {
  if (window.digitRun !== 3 && window.digitRun !== 9) return false
  const separator = window.digitRun === 3 ? window.at(position + 3) : 0
  const gap = separator === 0 ? 0 : 1
  if (window.digitRun === 3 && separator !== DASH && separator !== BLANK) return false
  const group = position + 3 + gap
  const serial = group + 2 + gap
  const stop = serial + 4
  for (let at = group; at < stop; at += 1) {
    const code = window.at(at)
    if (gap === 1 && at === serial - 1) {
      if (code !== separator) return false
    } else if ((CLASS[code]! & DIGIT) === 0) return false
  }
  if (!mayStart(window, position, separator) || !mayEnd(window, stop, separator)) return false
  if (!wasGivenOut(window, position, group, serial)) return false
  return (gap === 1 || announcesSsn(window, position)) && window.found('ssn', position, stop)
}

export function mayPrecedeSsn(previous: number): boolean {
  return (CLASS[previous]! & WORD) === 0 && !'-./+$€£'.includes(String.fromCharCode(previous))
}

function mayStart(window: Window, position: number, separator: number): boolean {
  const previous = window.before(position - 1)
  if (!mayPrecedeSsn(previous)) return false
  // a column of numbers is not a social security number
  return separator !== BLANK || previous !== BLANK || (CLASS[window.before(position - 2)]! & DIGIT) === 0
}

function mayEnd(window: Window, stop: number, separator: number): boolean {
  const next = window.at(stop)
  if (next === 0x40 || (CLASS[next]! & WORD) !== 0) return false
  if (next !== DASH && next !== 0x2e && next !== 0x2f && next !== separator) return true
  return (CLASS[window.at(stop + 1)]! & DIGIT) === 0
}

function wasGivenOut(window: Window, area: number, group: number, serial: number): boolean {
  const digit = (at: number): number => window.at(at) - 0x30
  const areaNumber = digit(area) * 100 + digit(area + 1) * 10 + digit(area + 2)
  if (areaNumber === 0 || areaNumber === 666 || areaNumber >= 900) return false
  if (digit(group) === 0 && digit(group + 1) === 0) return false
  return digit(serial) + digit(serial + 1) + digit(serial + 2) + digit(serial + 3) > 0
}
