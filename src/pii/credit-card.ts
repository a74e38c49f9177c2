import { CLASS, DIGIT, WORD } from './characters.ts'
import { nearbyWord } from './nearby-word.ts'
import type { Window } from './window.ts'

const DASH = 0x2d
const DOT = 0x2e
const BLANK = 0x20
const FOUR = 0x34
const SHORTEST = 13

/** First digits from–to, and the lengths the issuer uses. */
const ISSUERS: readonly (readonly [from: string, to: string, shortest: number, longest: number])[] = [
  ['4', '4', 13, 13], // Visa, old
  ['4', '4', 16, 16], // Visa
  ['4', '4', 19, 19], // Visa
  ['51', '55', 16, 16], // Mastercard
  ['2221', '2720', 16, 16], // Mastercard
  ['34', '34', 15, 15], // American Express
  ['37', '37', 15, 15], // American Express
  ['6011', '6011', 16, 19], // Discover
  ['644', '649', 16, 19], // Discover
  ['65', '65', 16, 19], // Discover, RuPay, Troy
  ['300', '305', 14, 19], // Diners Club
  ['3095', '3095', 14, 19], // Diners Club
  ['36', '36', 14, 19], // Diners Club
  ['38', '39', 14, 19], // Diners Club
  ['3528', '3589', 16, 19], // JCB
  ['62', '62', 16, 19], // UnionPay
  ['81', '82', 16, 19], // UnionPay, RuPay
  ['5018', '5018', 13, 19], // Maestro
  ['5020', '5020', 13, 19], // Maestro
  ['5038', '5038', 13, 19], // Maestro
  ['5893', '5893', 13, 19], // Maestro
  ['6304', '6304', 13, 19], // Maestro
  ['6759', '6759', 13, 19], // Maestro
  ['6761', '6763', 13, 19], // Maestro
  ['5061', '5061', 16, 19], // Verve
  ['508', '508', 16, 16], // RuPay
  ['60', '60', 16, 16], // RuPay
  ['2200', '2204', 16, 19], // Mir
  ['9792', '9792', 16, 16], // Troy
]

/** Thirteen digits that start with 4 are far more often a bar code than a card of the nineties. */
const announcesCard = nearbyWord(['card', 'visa', 'credit', 'debit', 'cc', 'pan', 'payment'], 32)

/**
 * Called at the first digit of a run that does not continue another number: 13 to 19 digits, at once or in groups behind a first group of four,
 * all parted by one blank or all by one dash; a known issuer; a correct Luhn digit.
 */
export function recogniseCreditCard(window: Window, position: number): boolean {
  const run = window.digitRun
  // the first four digits decide quickly, so that columns of numbers cost little
  const first = fourAt(window.codes, position)
  const lengths = lengthsFor(first)
  if (lengths === 0 || (run === 4 && isNoCardInFours(window, position, first))) return false
  const stop = cardEnd(window, position, lengths)
  if (stop < 0 || !mayEnd(window, stop)) return false
  if (digitCount === SHORTEST && window.codes[position] === FOUR && !announcesCard(window, position))
    return false
  return window.found('credit_card', position, stop)
}

/** How many digits the last reading gave. */
let digitCount = 0

/** The end of the digits that make a card, or -1; `lengths` tells how many they may be. */
function cardEnd(window: Window, position: number, lengths: number): number {
  const { codes } = window
  const separator = window.digitRun === 4 ? codes[position + 4]! : -1
  // the Luhn sum of the digits so far, and what it would be without the last of them counted as last
  let sum = 0
  let sumInside = 0
  let count = 0
  let stop = position
  for (;;) {
    const former = count
    const most = former === 0 ? 20 : Math.min(20, former + 9)
    let digit = codes[stop]! - 0x30
    while (digit >= 0 && digit <= 9 && count < most) {
      const last = sum
      sum = sumInside + digit
      sumInside = last + (digit < 5 ? digit + digit : digit + digit - 9)
      count += 1
      stop += 1
      digit = codes[stop]! - 0x30
    }
    if (count === most) return -1
    const next = window.at(stop)
    if (count - former === 1) return -1
    const isCard = (lengths & (1 << count)) !== 0 && sum % 10 === 0
    if (
      (isCard && separator === 0x20) ||
      next !== separator ||
      count === 19 ||
      !isDigit(window.at(stop + 1))
    ) {
      digitCount = count
      return isCard ? stop : -1
    }
    stop += 1
  }
}

const MOST_IN_FOURS_CHARS = 24

/**
 * Are these four groups of four, with a wrong check digit, that no fifth group could make longer and right? In
 * a column of such groups each one may start a card, and this is a quarter of the work of reading it.
 */
function isNoCardInFours({ codes, end }: Window, position: number, first: number): boolean {
  if (position + MOST_IN_FOURS_CHARS > end) return false
  const separator = codes[position + 4]!
  if (separator !== BLANK && separator !== DASH) return true
  if (codes[position + 9] !== separator || codes[position + 14] !== separator) return false
  const second = fourAt(codes, position + 5)
  const third = fourAt(codes, position + 10)
  const fourth = fourAt(codes, position + 15)
  const next = codes[position + 19]!
  if (second < 0 || third < 0 || fourth < 0 || isDigit(next)) return false
  luhnOfFour ??= luhnSumsOfFour()
  const sum = luhnOfFour[first]! + luhnOfFour[second]! + luhnOfFour[third]! + luhnOfFour[fourth]!
  if (sum % 10 === 0 && (lengthsFor(first) & (1 << 16)) !== 0) return false
  return next !== separator || !isDigit(codes[position + 20]!) || fourAt(codes, position + 20) >= 0
}

/** The number that four digits write, or -1 when one of them is no digit. */
function fourAt(codes: Uint16Array, at: number): number {
  const a = codes[at]! - 0x30
  const b = codes[at + 1]! - 0x30
  const c = codes[at + 2]! - 0x30
  const d = codes[at + 3]! - 0x30
  return isValue(a) && isValue(b) && isValue(c) && isValue(d) ? a * 1000 + b * 100 + c * 10 + d : -1
}

function isValue(value: number): boolean {
  return value >= 0 && value <= 9
}

function isDigit(code: number): boolean {
  return isValue(code - 0x30)
}

/** What four digits add to the Luhn sum where an even number of digits follows. */
let luhnOfFour: Uint8Array | undefined

function luhnSumsOfFour(): Uint8Array {
  const twice = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)
  return Uint8Array.from(
    { length: 10_000 },
    (_, four) =>
      twice(Math.floor(four / 1000)) +
      (Math.floor(four / 100) % 10) +
      twice(Math.floor(four / 10) % 10) +
      (four % 10),
  )
}

function mayEnd(window: Window, stop: number): boolean {
  const next = window.at(stop)
  if (next === 0x40 || (CLASS[next]! & WORD) !== 0) return false
  return (next !== DOT && next !== DASH) || (CLASS[window.at(stop + 1)]! & DIGIT) === 0
}

/** For each first four digits: bit n is set when a card of n digits may start so. */
function lengthsByFirstFour(): Uint32Array {
  const lengths = new Uint32Array(10_000)
  for (const [from, to, shortest, longest] of ISSUERS) {
    const span = 10 ** (4 - from.length)
    let bits = 0
    for (let length = shortest; length <= longest; length += 1) bits |= 1 << length
    for (let four = Number(from) * span; four < (Number(to) + 1) * span; four += 1) lengths[four]! |= bits
  }
  return lengths
}

/** Made when the first number is looked at, because most processes that load this file never meet one. */
let lengthsTable: Uint32Array | undefined

function lengthsFor(firstFour: number): number {
  lengthsTable ??= lengthsByFirstFour()
  return lengthsTable[firstFour]!
}
