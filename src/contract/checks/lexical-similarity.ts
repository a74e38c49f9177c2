import type { Similarity } from '../define-check.ts'

type Counts = ReadonlyMap<string, number>

const GRAM = 3

/**
 * How alike two texts look: the mean of the cosine of their word counts and the cosine of the counts of their
 * character triples, both without regard to case, accents' encoding and white space. 1 for equal texts, 0 when
 * not even a triple is shared; time grows linearly with the texts. It sees spelling and not meaning: "did" and
 * "did not" are close, two good paraphrases may be far apart. Texts without words are compared by triples alone.
 */
export const lexicalSimilarity: Similarity = {
  measure: 'lexical',
  score(left, right) {
    const [one, other] = [normalised(left), normalised(right)]
    if (one === other) return 1
    const [words, otherWords] = [wordCounts(one), wordCounts(other)]
    const grams = cosine(gramCounts(one), gramCounts(other))
    if (words.size === 0 && otherWords.size === 0) return grams
    return (cosine(words, otherWords) + grams) / 2
  },
}

function normalised(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

function wordCounts(text: string): Counts {
  return counted(text.match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Padded, so that the first and last letters count and the shortest text has a triple. */
function gramCounts(text: string): Counts {
  if (text === '') return new Map()
  const padded = ` ${text} `
  const grams: string[] = []
  for (let index = 0; index + GRAM <= padded.length; index += 1) grams.push(padded.slice(index, index + GRAM))
  return counted(grams)
}

function counted(entries: Iterable<string>): Counts {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  return counts
}

function cosine(left: Counts, right: Counts): number {
  const [fewer, more] = left.size <= right.size ? [left, right] : [right, left]
  let shared = 0
  for (const [entry, count] of fewer) shared += count * (more.get(entry) ?? 0)
  return shared === 0 ? 0 : Math.min(1, shared / Math.sqrt(squares(left) * squares(right)))
}

function squares(counts: Counts): number {
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return sum
}
