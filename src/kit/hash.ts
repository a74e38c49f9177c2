// 53 bits of a well-mixed, non-cryptographic hash: for keys and random streams, never for security.
// The two halves live in a typed array because every caller runs to its end before the next one starts,
// and plain variables would box a number at every character.
const halves = new Int32Array(2)
const HIGH = 0
const LOW = 1

function begin(seed: number): void {
  halves[HIGH] = 0xdeadbeef ^ seed
  halves[LOW] = 0x41c6ce57 ^ seed
}

function mix(unit: number): void {
  halves[HIGH] = Math.imul(halves[HIGH]! ^ unit, 2654435761)
  halves[LOW] = Math.imul(halves[LOW]! ^ unit, 1597334677)
}

function finish(): number {
  const [high, low] = [halves[HIGH]!, halves[LOW]!]
  const first = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const second = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909)
  return 4294967296 * (2097151 & second) + (first >>> 0)
}

export function hash53(text: string, seed = 0): number {
  begin(seed)
  mixText(text)
  return finish()
}

/** The same hash as a short word. */
export function hashWord(text: string): string {
  return hash53(text).toString(36)
}

/** The hash of a JSON value; the order of keys does not matter. Nothing is written out, so it costs no strings. */
export function hashJson(value: unknown, seed = 0): number {
  begin(seed)
  mixValue(value)
  return finish()
}

/**
 * The same for the same words in the same order, whatever the case, spacing and punctuation; 0 for no words.
 * One pass without writing the words out, because it runs on every reply.
 */
export function hashWords(text: string): number {
  const lower = text.toLowerCase()
  begin(0)
  let words = 0
  let isInside = false
  for (let index = 0; index < lower.length; index += 1) {
    const unit = lower.charCodeAt(index)
    const isWord = isWordUnit(unit)
    if (isWord) {
      if (!isInside) {
        words += 1
        mix(0x10008)
      }
      mix(unit)
    }
    isInside = isWord
  }
  return words === 0 ? 0 : finish()
}

function mixText(text: string): void {
  let high = halves[HIGH]!
  let low = halves[LOW]!
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  halves[HIGH] = high
  halves[LOW] = low
}

/** Each kind begins with a mark that no character has, so that `"1"`, `1` and `[1]` differ. */
function mixValue(value: unknown): void {
  if (typeof value === 'string') {
    mix(0x10001)
    mixText(value)
  } else if (Array.isArray(value)) {
    mix(0x10002)
    for (const each of value) mixValue(each)
    mix(0x10003)
  } else if (typeof value === 'object' && value !== null) {
    mix(0x10004)
    const record = value as Readonly<Record<string, unknown>>
    for (const key of sortedKeys(record)) {
      if (record[key] === undefined) continue
      mix(0x10009)
      mixText(key)
      mix(0x10005)
      mixValue(record[key])
    }
    mix(0x10006)
  } else {
    mix(0x10007)
    mixText(String(value))
  }
}

/** Sorted only when they are not already: most callers always write their keys in one order. */
function sortedKeys(record: object): readonly string[] {
  const keys = Object.keys(record)
  for (let index = 1; index < keys.length; index += 1) if (keys[index - 1]! > keys[index]!) return keys.sort()
  return keys
}

/** Letters and digits; beyond ASCII everything but the common punctuation. */
function isWordUnit(unit: number): boolean {
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba
  return !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x303f)
}
