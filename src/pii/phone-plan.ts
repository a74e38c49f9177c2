/** Country codes of two digits; every other pair is the beginning of a code of three, or of none. */
const TWO_DIGITS =
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'
const THREE_DIGITS = '21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99'

const PAIRS = new Set(`${TWO_DIGITS} ${THREE_DIGITS}`.split(' ').map(Number))

/** Do these digits, which follow a `+`, start with a country code in use? Code 1 has a rule of its own. */
export function isCountryCode(digits: Uint8Array): boolean {
  return digits[0] === 7 || PAIRS.has(digits[0]! * 10 + digits[1]!)
}

/** Area and exchange start with 2–9 and do not end in 11; areas 200, 300 and 400 are not in use. */
export function isNorthAmerican(digits: Uint8Array, offset: number): boolean {
  const isPart = (at: number): boolean => digits[at]! >= 2 && !(digits[at + 1] === 1 && digits[at + 2] === 1)
  if (!isPart(offset) || !isPart(offset + 3)) return false
  return digits[offset]! > 4 || digits[offset + 1] !== 0 || digits[offset + 2] !== 0
}
