import { CLASS, LETTER, lowerCase } from './characters.ts'
import type { Window } from './window.ts'

/** Is one of these words (lower case) in the few characters before a position? */
export type NearbyWord = (window: Window, position: number) => boolean

/** Words count from their beginning, so `tel` also finds `telephone` but not `hotel`. */
export function nearbyWord(words: readonly string[], reachChars: number): NearbyWord {
  const byFirstLetter: string[][] = Array.from({ length: 128 }, () => [])
  const starts = new Uint8Array(128)
  for (const word of words) {
    byFirstLetter[word.charCodeAt(0)]!.push(word)
    for (const first of [word[0]!, word[0]!.toUpperCase()]) starts[first.charCodeAt(0)] = 1
  }
  return (window, position) => {
    const { codes } = window
    const earliest = Math.max(0, position - reachChars)
    for (let from = lastLetter(codes, position - 2, earliest); from >= earliest; from -= 1) {
      const first = codes[from]!
      if (first >= 128 || starts[first] === 0 || (CLASS[window.before(from - 1)]! & LETTER) !== 0) continue
      for (const word of byFirstLetter[lowerCase(first)]!)
        if (standsAt(window, word, from, position)) return true
    }
    return false
  }
}

/** Most numbers stand among numbers, and then nothing else needs to be asked. */
function lastLetter(codes: Uint16Array, from: number, earliest: number): number {
  const classes = CLASS
  const letter = LETTER
  let position = from
  while (position >= earliest && (classes[codes[position]!]! & letter) === 0) position -= 1
  return position
}

function standsAt(window: Window, word: string, from: number, limit: number): boolean {
  if (from + word.length > limit) return false
  for (let offset = 1; offset < word.length; offset += 1)
    if (lowerCase(window.before(from + offset)) !== word.charCodeAt(offset)) return false
  return true
}
