import type { Span } from '../../model/index.ts'

interface Word extends Span {
  readonly text: string
}

/** Up to so many words may stand in a gap, written `~`. */
const MAX_GAP = 2
const GAP = '~'

/**
 * Finds the first of many phrases. A phrase is words in lower case, parted by blanks: `~` stands for up to two
 * words, a colon for itself, and a word ending in `*` for every word that begins so. Case and the kind of
 * apostrophe do not matter. Each word of the text is looked up once, so time grows linearly with the text.
 */
export function phraseFinder(phrases: readonly string[]): (text: string) => Span | undefined {
  const byFirstWord = new Map<string, string[][]>()
  const byBeginning: string[][] = []
  for (const phrase of phrases) {
    const words = phrase.split(' ')
    if (words[0]!.endsWith('*')) byBeginning.push(words)
    else byFirstWord.set(words[0]!, [...(byFirstWord.get(words[0]!) ?? []), words])
  }
  return (text) => {
    const words = wordsOf(text)
    for (const [index, { text: first, start }] of words.entries()) {
      const exact = byFirstWord.get(first) ?? []
      for (const phrase of byBeginning.length === 0 ? exact : [...exact, ...byBeginning]) {
        const last = matchEnd(phrase, 0, words, index)
        if (last !== undefined) return { start, end: words[last]!.end }
      }
    }
    return undefined
  }
}

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = []
  for (const found of text.replaceAll('\u2019', "'").matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)*|:/gu))
    words.push({ text: found[0].toLowerCase(), start: found.index, end: found.index + found[0].length })
  return words
}

/** The position of the last word when the phrase, from `part` on, begins at `index`. */
function matchEnd(
  phrase: readonly string[],
  part: number,
  words: readonly Word[],
  index: number,
): number | undefined {
  const wanted = phrase[part]
  if (wanted === undefined) return index - 1
  if (wanted === GAP) {
    for (let skipped = 0; skipped <= MAX_GAP; skipped += 1) {
      const last = matchEnd(phrase, part + 1, words, index + skipped)
      if (last !== undefined) return last
    }
    return undefined
  }
  const word = words[index]
  if (word === undefined || !fits(wanted, word.text)) return undefined
  return matchEnd(phrase, part + 1, words, index + 1)
}

function fits(wanted: string, word: string): boolean {
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted
}
