/**
 * The digest that names session files, written out because loading `node:crypto` takes a tenth of the time a hook
 * has. For short texts that are not secret; everything else uses Node's.
 */
export function sha256Hex(text: string): string {
  const bytes = padded(new TextEncoder().encode(text))
  const state = [...INITIAL]
  const words = new Uint32Array(64)
  const view = new DataView(bytes.buffer)
  for (let block = 0; block < bytes.length; block += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block + index * 4)
    for (let index = 16; index < 64; index += 1) words[index] = extended(words, index)
    compress(state, words)
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(((message.length + 72) >> 6) << 6)
  bytes.set(message)
  bytes[message.length] = 0x80
  new DataView(bytes.buffer).setUint32(bytes.length - 4, message.length * 8)
  return bytes
}

function extended(words: Uint32Array, index: number): number {
  const [early, late] = [words[index - 15]!, words[index - 2]!]
  const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
  const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
  return words[index - 16]! + small + words[index - 7]! + large
}

function compress(state: number[], words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g)
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + ROUND[round]! + words[round]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index]! + word) | 0))
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of the fractional parts of roots of the first primes, as the standard has it. */
function fractions(root: (prime: number) => number, count: number): readonly number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
      if (candidate % divisor === 0) isPrime = false
    if (isPrime) found.push(((root(candidate) % 1) * 2 ** 32) | 0)
  }
  return found
}

const INITIAL = fractions(Math.sqrt, 8)
const ROUND = fractions(Math.cbrt, 64)
