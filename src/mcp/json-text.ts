import type { JsonValue } from '../model/index.ts'

/** Deeper than any message of a real peer, and shallow enough to be walked by every reader after us. */
const MAX_DEPTH = 400

export type ParsedText =
  | {
      readonly ok: true
      readonly value: JsonValue
      /** False when an object names a key twice: other readers may then see another value than we judged. */
      readonly isUnambiguous: boolean
    }
  | { readonly ok: false; readonly reason: string }

export function parseText(text: string): ParsedText {
  const { depth, keys } = measure(text)
  if (depth > MAX_DEPTH) return { ok: false, reason: `it is nested more than ${MAX_DEPTH} levels deep` }
  try {
    const value = JSON.parse(text) as JsonValue
    return { ok: true, value, isUnambiguous: keys === countKeys(value) }
  } catch {
    return { ok: false, reason: 'it is not JSON' }
  }
}

/** How deep the text nests and how many keys it writes: outside strings, every colon ends a key. */
function measure(text: string): { readonly depth: number; readonly keys: number } {
  let depth = 0
  let open = 0
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) at = endOfString(text, at)
    else if (unit === 0x7b || unit === 0x5b) depth = Math.max(depth, (open += 1))
    else if (unit === 0x7d || unit === 0x5d) open -= 1
    else if (unit === 0x3a) keys += 1
  }
  return { depth, keys }
}

function endOfString(text: string, start: number): number {
  let at = start
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at === -1) return text.length
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return at
  }
}

/** A repeated key is kept once, so fewer keys than the text writes means that some were repeated. */
function countKeys(value: JsonValue): number {
  if (value === null || typeof value !== 'object') return 0
  let keys = 0
  if (Array.isArray(value)) for (const each of value) keys += countKeys(each as JsonValue)
  else for (const each of Object.values(value)) keys += 1 + countKeys(each)
  return keys
}
