import { ALNUM, CLASS, DIGIT, LETTER, LOWER, OTHER, UPPER, lowerCase } from './characters.ts'
import type { Window } from './window.ts'

/** How much of a value is looked at to tell chance from language. */
export const SAMPLE_CHARS = 24

/** How much of a value is searched for words that only placeholders hold. */
export const PLACEHOLDER_CHARS = 40

/** Long enough not to turn up by chance in a random value. */
const PLACEHOLDER_WORDS = [
  'example',
  'placeholder',
  'redacted',
  'changeme',
  'change_me',
  'change-me',
  'replaceme',
  'replace_me',
  'replace-me',
  'your_',
  'your-',
  'yourapi',
  'yourkey',
  'yourtoken',
  'yoursecret',
  'yourpass',
  'insert_',
  'insert-',
  'xxxx',
  '****',
  '....',
  '____',
  '0000000',
  'deadbeef',
  'abcdefgh',
  'not-a-real',
  'not_a_real',
  'notareal',
  '_here',
  '-here',
]

const byFirst: string[][] = Array.from({ length: 128 }, () => [])
/** Could such a word start with these two characters? Indexed by 128 × first + second, in either case. */
const pairs = new Uint8Array(128 * 128)
for (const word of PLACEHOLDER_WORDS) {
  byFirst[word.charCodeAt(0)]!.push(word)
  const [first, second] = [word[0]!, word[1]!]
  for (const one of [first, first.toUpperCase()])
    for (const other of [second, second.toUpperCase()])
      pairs[one.charCodeAt(0) * 128 + other.charCodeAt(0)] = 1
}

/** Facts about the characters of a value that has arrived; one object, filled anew by each `measure`. */
export const sample = { length: 0, distinct: 0, digits: 0, upper: 0, lower: 0, others: 0, changes: 0 }

/** The number of the sample in which each character was last seen, so that nothing needs to be cleared. */
const lastSeen = new Int32Array(128)
let samples = 0

/** Which kinds of characters a value holds: much cheaper than to measure it, and enough to dismiss most. */
export function kindsOf(window: Window, from: number, to: number): number {
  const { codes } = window
  const classes = CLASS
  const end = Math.min(to, from + SAMPLE_CHARS)
  let kinds = 0
  for (let position = from; position < end; position += 1) kinds |= classes[codes[position]!]!
  return kinds & (ALNUM | OTHER)
}

function nextSample(): number {
  samples += 1
  // the numbers of all samples so far must fit; then the count begins anew
  if (samples === 0x3fffffff) {
    lastSeen.fill(0)
    samples = 1
  }
  return samples
}

/** Are there so many different characters among those that have arrived? Looks no further than it must. */
export function hasDistinct({ codes }: Window, from: number, to: number, least: number): boolean {
  const seen = lastSeen
  const sampleNumber = nextSample()
  let missing = least
  for (let position = from; position < to && missing > 0; position += 1) {
    const slot = codes[position]! & 127
    if (seen[slot] === sampleNumber) continue
    seen[slot] = sampleNumber
    missing -= 1
  }
  return missing === 0
}

/** Looks at the first `chars` characters, as far as they have arrived. */
export function measure(
  window: Window,
  from: number,
  to: number,
  chars: number = SAMPLE_CHARS,
): typeof sample {
  const { codes } = window
  const end = Math.min(to, from + chars)
  let digits = 0
  let upper = 0
  let lower = 0
  let changes = 0
  let distinct = 0
  // the engine would have to look variables of the module up for every character
  const classes = CLASS
  const seen = lastSeen
  const sampleNumber = nextSample()
  const digit = DIGIT
  const capital = UPPER
  const small = LOWER
  let previous = classes[codes[from]!]! & (digit | capital | small)
  for (let position = from; position < end; position += 1) {
    const code = codes[position]!
    const kind = classes[code]! & (digit | capital | small)
    if (kind === digit) digits += 1
    else if (kind === capital) upper += 1
    else if (kind === small) lower += 1
    if (kind !== previous) changes += 1
    previous = kind
    if (seen[code & 127] !== sampleNumber) {
      distinct += 1
      seen[code & 127] = sampleNumber
    }
  }
  const length = end - from
  sample.length = length
  sample.distinct = distinct
  sample.digits = digits
  sample.upper = upper
  sample.lower = lower
  sample.others = length - digits - upper - lower
  sample.changes = changes
  return sample
}

const counts = new Uint8Array(128)

/** What the nth of equal characters adds to the sum of `count × log2(count)` over all characters. */
const ADDED_BITS = Float64Array.from({ length: PLACEHOLDER_CHARS + 1 }, (_, nth) =>
  nth < 2 ? 0 : nth * Math.log2(nth) - (nth - 1) * Math.log2(nth - 1),
)

/** Shannon entropy of at most 40 characters that have arrived, in bits a character. */
export function entropyBits({ codes }: Window, from: number, to: number): number {
  let sum = 0
  for (let position = from; position < to; position += 1) {
    const nth = counts[codes[position]! & 127]! + 1
    counts[codes[position]! & 127] = nth
    sum += ADDED_BITS[nth]!
  }
  for (let position = from; position < to; position += 1) counts[codes[position]! & 127] = 0
  return Math.log2(to - from) - sum / (to - from)
}

/** `sk-xxxx`, `your-key-here`, `AKIA…EXAMPLE`: written to be replaced, not to be kept secret. */
export function isPlaceholder(window: Window, from: number, to: number): boolean {
  const { codes } = window
  const end = Math.min(to, from + PLACEHOLDER_CHARS)
  for (let position = from; position < end - 1; position += 1) {
    const first = codes[position]!
    const second = codes[position + 1]!
    if ((first | second) >= 128 || pairs[first * 128 + second] === 0) continue
    for (const word of byFirst[lowerCase(first)]!) if (standsAt(codes, word, position, end)) return true
  }
  return false
}

function standsAt(codes: Uint16Array, word: string, from: number, end: number): boolean {
  if (from + word.length > end) return false
  for (let offset = 1; offset < word.length; offset += 1)
    if (lowerCase(codes[from + offset]!) !== word.charCodeAt(offset)) return false
  return true
}

/** Could these characters have been drawn at random from any alphabet? */
export function looksDrawn(window: Window, from: number, to: number): boolean {
  const { length, distinct } = measure(window, from, to)
  return distinct >= Math.min(7, length / 2)
}

/** Could they have been drawn from letters and digits? Plain words could not. */
export function looksRandom(window: Window, from: number, to: number): boolean {
  return isRestless(kindsOf(window, from, to)) && looksDrawn(window, from, to)
}

/** Digits, or both cases: what is drawn from letters and digits holds one or the other. */
export function isRestless(kinds: number): boolean {
  return (kinds & DIGIT) !== 0 || (kinds & LETTER) === LETTER
}

/** Could the last measured sample be words run together? They hold no digits and few capitals. */
export function mayBeWords(): boolean {
  return sample.digits === 0 && (sample.upper < 4 || sample.lower < 4)
}
