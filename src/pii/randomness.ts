import { ALNUM, CLASS, DIGIT, LETTER, LOWER, UPPER, lowerCase } from './characters.ts'
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
for (const word of PLACEHOLDER_WORDS) byFirst[word.charCodeAt(0)]!.push(word)

/** Facts about the characters of a value that has arrived; one object, filled anew by each `measure`. */
export const sample = { length: 0, distinct: 0, digits: 0, upper: 0, lower: 0, others: 0, changes: 0 }

/** How often each character was seen in the last sample. */
const seen = new Uint8Array(128)

/** A character that is neither letter nor digit; stands beside the classes of characters. */
export const OTHER = 1 << 16

/** Which kinds of characters a value holds: much cheaper than to measure it, and enough to dismiss most. */
export function kindsOf(window: Window, from: number, to: number): number {
  const { text } = window
  const end = Math.min(to, from + SAMPLE_CHARS)
  let kinds = 0
  for (let position = from; position < end; position += 1) {
    const kind = CLASS[text.charCodeAt(position)]! & ALNUM
    kinds |= kind === 0 ? OTHER : kind
  }
  return kinds
}

/** Looks at the first `chars` characters, as far as they have arrived. */
export function measure(
  window: Window,
  from: number,
  to: number,
  chars: number = SAMPLE_CHARS,
): typeof sample {
  const { text } = window
  const end = Math.min(to, from + chars)
  seen.fill(0)
  let digits = 0
  let upper = 0
  let lower = 0
  let changes = 0
  let distinct = 0
  let previous = CLASS[text.charCodeAt(from)]! & (DIGIT | UPPER | LOWER)
  for (let position = from; position < end; position += 1) {
    const code = text.charCodeAt(position)
    const kind = CLASS[code]! & (DIGIT | UPPER | LOWER)
    if (kind === DIGIT) digits += 1
    else if (kind === UPPER) upper += 1
    else if (kind === LOWER) lower += 1
    if (kind !== previous) changes += 1
    previous = kind
    if (seen[code & 127] === 0) distinct += 1
    seen[code & 127]! += 1
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

/** Shannon entropy of the last measured sample, in bits a character. */
export function sampleEntropyBits(): number {
  let bits = 0
  for (let slot = 0; slot < 128; slot += 1) {
    const share = seen[slot]! / sample.length
    if (share > 0) bits -= share * Math.log2(share)
  }
  return bits
}

/** `sk-xxxx`, `your-key-here`, `AKIA…EXAMPLE`: written to be replaced, not to be kept secret. */
export function isPlaceholder(window: Window, from: number, to: number): boolean {
  const end = Math.min(to, from + PLACEHOLDER_CHARS)
  for (let position = from; position < end; position += 1) {
    const first = lowerCase(window.at(position))
    if (first >= 128) continue
    for (const word of byFirst[first]!) if (standsAt(window, word, position, end)) return true
  }
  return false
}

function standsAt(window: Window, word: string, from: number, end: number): boolean {
  if (from + word.length > end) return false
  for (let offset = 1; offset < word.length; offset += 1)
    if (lowerCase(window.at(from + offset)) !== word.charCodeAt(offset)) return false
  return true
}

/** Could these characters have been drawn at random from any alphabet? */
export function looksDrawn(window: Window, from: number, to: number): boolean {
  const { length, distinct } = measure(window, from, to)
  return distinct >= Math.min(7, length / 2)
}

/** Could they have been drawn from letters and digits? Plain words could not. */
export function looksRandom(window: Window, from: number, to: number): boolean {
  const kinds = kindsOf(window, from, to)
  if ((kinds & DIGIT) === 0 && (kinds & LETTER) !== LETTER) return false
  return looksDrawn(window, from, to)
}

/** Could the last measured sample be words run together? They hold no digits and few capitals. */
export function mayBeWords(): boolean {
  return sample.digits === 0 && (sample.upper < 4 || sample.lower < 4)
}
