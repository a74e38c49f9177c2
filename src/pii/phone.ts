import { CLASS, DIGIT, SEPARATOR, WORD } from './characters.ts'
import type { IsPhoneNumber } from './groups.ts'
import { nearbyWord } from './nearby-word.ts'
import { isCountryCode, isNorthAmerican } from './phone-plan.ts'
import type { Recogniser, Window } from './window.ts'

const PLUS = 0x2b
const OPEN = 0x28
const CLOSE = 0x29
const BLANK = 0x20
const ZERO = 0x30
const ONE = 0x31
const SHORTEST = 7
const SHORTEST_INTERNATIONAL = 8
/** E.164. */
const LONGEST = 15

/** Words after which a number without a telling layout is believed to be a telephone number. */
const announcesPhone = nearbyWord(
  [
    'phone',
    'tel',
    'tel.',
    'mobile',
    'mobil',
    'cell',
    'fax',
    'whatsapp',
    'sms',
    'handy',
    'téléphone',
    'telefon',
    'call me',
    'call us',
    'call at',
    'dial',
    'text me',
    'reach me at',
    'ring me',
  ],
  28,
)

const digits = new Uint8Array(LONGEST + 1)
/** For each group of digits: where it ends, how many digits came so far, and the mark behind it. */
const ends = new Int32Array(LONGEST + 1)
const counts = new Uint8Array(LONGEST + 1)
const marks = new Uint16Array(LONGEST + 1)

/**
 * Called at a `+`, at a `(` or at the first digit of a run. Without a telephone library the rule is: `+`, a
 * country code in use and 8 to 15 digits; or a North American number with its parts set apart; or, after a
 * word such as `phone`, a North American number or 7 to 15 digits in groups or starting with 0. With
 * `isPhoneNumber` the same candidates are asked about, and national numbers that start with 0 as well.
 */
export function phoneRecogniser(isPhoneNumber: IsPhoneNumber | undefined): Recogniser {
  const asksLibrary = isPhoneNumber !== undefined
  return (window, position) => {
    if (!mayStart(window, position)) return false
    const first = window.at(position)
    const isInternational = first === PLUS
    if (isInternational && !isInternationalStart(window, position + 1)) return false
    const speaksForItself = isInternational || first === OPEN || (asksLibrary && first === ZERO)
    if (!speaksForItself && isUnlikely(window, position)) return false
    const groups = readGroups(window, isInternational ? position + 1 : position)
    if (groups === 0 || counts[groups - 1]! < SHORTEST) return false
    for (let last = groups - 1; last >= 0; last -= 1) {
      if (!mayEnd(window, last)) continue
      if (
        !(isInternational
          ? isInternationalNumber(last)
          : isNationalNumber(window, position, last, asksLibrary))
      )
        continue
      if (asksLibrary && !isPhoneNumber(window.text.slice(position, ends[last]))) continue
      return window.found('phone', position, ends[last]!)
    }
    return false
  }
}

/** Does neither the layout at a digit nor a word before it speak for a telephone number? Spares reading most others. */
function isUnlikely(window: Window, position: number): boolean {
  const run = window.digitRun
  const mayBeNorthAmerican = window.codes[position] === ONE ? run === 1 || run === 4 : run === 3
  if (mayBeNorthAmerican) return false
  return (run === 4 && startsDate(window, position)) || !announcesPhone(window, position)
}

/** `2024-01-15` where it has arrived. */
function startsDate({ codes, end }: Window, position: number): boolean {
  return (
    position + 10 < end &&
    isDigit(codes[position + 5]!) &&
    isDigit(codes[position + 6]!) &&
    isSeparator(codes[position + 7]!) &&
    isDigit(codes[position + 8]!) &&
    isDigit(codes[position + 9]!) &&
    !isDigit(codes[position + 10]!)
  )
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isSeparator(code: number): boolean {
  return (CLASS[code]! & SEPARATOR) !== 0
}

/** Not behind what makes it a part of something longer; also where only the previous character is known. */
export function mayPrecedePhone(previous: number): boolean {
  if ((CLASS[previous]! & WORD) !== 0) return false
  switch (previous) {
    case PLUS:
    case 0x2d:
    case 0x2e:
    case 0x2f:
    case 0x23:
    case 0x24:
    case 0x40:
      return false
    default:
      return true
  }
}

function mayStart(window: Window, position: number): boolean {
  const previous = window.before(position - 1)
  if (!mayPrecedePhone(previous)) return false
  // a column of numbers is not a telephone number
  return (
    previous !== BLANK ||
    (CLASS[window.at(position)]! & DIGIT) === 0 ||
    (CLASS[window.before(position - 2)]! & DIGIT) === 0
  )
}

function isInternationalStart(window: Window, position: number): boolean {
  const code = window.at(position)
  return code > 0x30 && code <= 0x39
}

/** Reads digits and single marks; gives the number of groups. Stops after 15 digits. */
function readGroups(window: Window, from: number): number {
  const { codes } = window
  let position = codes[from] === 0x28 ? from + 1 : from
  let count = 0
  let groups = 0
  for (let goesOn = isDigit(codes[position]!); goesOn;) {
    let digit = codes[position]! - 0x30
    while (digit >= 0 && digit <= 9 && count < 15) {
      digits[count] = digit
      count += 1
      position += 1
      digit = codes[position]! - 0x30
    }
    const next = markEnd(codes, position)
    goesOn = next > position && isDigit(codes[next]!)
    ends[groups] = position
    counts[groups] = count
    marks[groups] = goesOn ? codes[position]! : 0
    groups += 1
    goesOn &&= count < 15
    position = next
  }
  // the zero behind the last character ends the reading
  if (position >= window.end && !window.final) window.starved = true
  return groups
}

/** Behind a blank, dash or dot, or a parenthesis with at most one of them at its side. */
function markEnd(codes: Uint16Array, position: number): number {
  const mark = codes[position]!
  if (mark === CLOSE) return isSeparator(codes[position + 1]!) ? position + 2 : position + 1
  const at = isSeparator(mark) ? position + 1 : position
  return codes[at] === OPEN ? at + 1 : at
}

/** Nothing behind the number may make it a part of something longer. */
function mayEnd(window: Window, last: number): boolean {
  const end = ends[last]!
  const next = window.at(end)
  if (next === 0x40 || (CLASS[next]! & WORD) !== 0) return false
  if (next === 0x3a || next === 0x2f || next === 0x2d || next === 0x2e || next === 0x2c || next === CLOSE)
    return (CLASS[window.at(end + 1)]! & DIGIT) === 0
  return true
}

function isInternationalNumber(last: number): boolean {
  const count = counts[last]!
  if (count < SHORTEST_INTERNATIONAL) return false
  if (digits[0] === 1) return count === 11 && isNorthAmerican(digits, 1)
  return isCountryCode(digits)
}

function isNationalNumber(window: Window, position: number, last: number, asksLibrary: boolean): boolean {
  const count = counts[last]!
  if (count < SHORTEST) return false
  const offset = count === 11 && digits[0] === 1 ? 1 : 0
  const northAmerican = count - offset === 10 && isNorthAmerican(digits, offset)
  if (northAmerican && hasNorthAmericanLayout(window, position, last, offset)) return true
  const isGrouped = last > 0
  if (isGrouped && looksLikeDate(last)) return false
  if (!isGrouped && !northAmerican && (digits[0] !== 0 || count < 9)) return false
  if (announcesPhone(window, position)) return true
  return asksLibrary && isGrouped && digits[0] === 0 && count >= 9
}

/** `415-555-2671`, `415.555.2671`, `415 555 2671`, `(415) 555-2671`, each also behind `1`. */
function hasNorthAmericanLayout(window: Window, position: number, last: number, offset: number): boolean {
  const area = offset === 1 && counts[0] === 1 ? 1 : 0
  if (last !== area + 2 || counts[area] !== offset + 3 || counts[area + 1] !== offset + 6) return false
  const inParentheses = marks[area] === CLOSE
  if (inParentheses) return area === 1 || window.at(position) === OPEN
  if (window.at(position) === OPEN) return false
  return marks[area] === marks[area + 1] || marks[area] === BLANK
}

/** 2024-01-15, 15.01.2024, 2024 01 15 and the same with a time behind. */
function looksLikeDate(last: number): boolean {
  if (last < 2) return false
  const first = counts[0]!
  const second = counts[1]! - counts[0]!
  const third = counts[2]! - counts[1]!
  return (first === 4 && second === 2 && third === 2) || (first <= 2 && second <= 2 && third === 4)
}
