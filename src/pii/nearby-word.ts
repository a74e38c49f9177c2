import { CLASS, LETTER, lowerCase } from './characters.ts'
import type { Window } from './window.ts'

/** Is one of these words (lower case) in the few characters before a position? */
export type NearbyWord = (window: Window, position: number) => boolean

/** Words count from their beginning, so `tel` also finds `telephone` but not `hotel`. */
export function nearbyWord(words: readonly string[], reachChars: number): NearbyWord {
  const byFirstLetter: string[][] = Array.from({ length: 128 }, () => [])
  for (const word of words) byFirstLetter[word.charCodeAt(0)]!.push(word)
  return (window, position) => {
    for (let from = position - 2; from >= 0 && from >= position - reachChars; from -= 1) {
      const first = lowerCase(window.text.charCodeAt(from))
      if (first >= 128 || byFirstLetter[first]!.length === 0) continue
      if ((CLASS[window.before(from - 1)]! & LETTER) !== 0) continue
      for (const word of byFirstLetter[first]!) if (standsAt(window.text, word, from, position)) return true
    }
    return false
  }
}

function standsAt(text: string, word: string, from: number, limit: number): boolean {
  if (from + word.length > limit) return false
  for (let offset = 1; offset < word.length; offset += 1)
    if (lowerCase(text.charCodeAt(from + offset)) !== word.charCodeAt(offset)) return false
  return true
}
