import { wordsOf } from '../../words.ts'

/** Says its beginning again, or keeps only its beginning. */
export function shiftVerbosity(reply: string, direction: 'expand' | 'compress', factor: number): string {
  const words = wordsOf(reply)
  if (words.length === 0 || factor === 1) return reply
  if (direction === 'compress') {
    const kept = Math.max(1, Math.floor(words.length / factor))
    return kept >= words.length ? reply : words.slice(0, kept).join(' ')
  }
  const added = Math.max(1, Math.floor(words.length * (factor - 1)))
  const again = Array.from({ length: added }, (_, at) => words[at % words.length]!)
  return `${reply} ${again.join(' ')}`
}
