import type { Span } from '../../model/index.ts'

export interface Sentence extends Span {
  readonly text: string
  readonly isQuestion: boolean
  /** Goes on after a turn such as "but" inside the sentence before. */
  readonly isTurn: boolean
}

const ENDS = '.!?;\n\u3002\uff01\uff1f'
const TURNS = [
  ' but ',
  ' however',
  ' although ',
  ' anyway',
  ' that said',
  ' nevertheless',
  ' aber ',
  ' mais ',
  ' pero ',
]

/** Sentences, cut at turns such as "but" too: what is said after one is often the opposite of what came before. */
export function sentencesOf(text: string): readonly Sentence[] {
  return wholeSentences(text).flatMap((sentence) => atTurns(sentence))
}

function wholeSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index]!
    if (!ENDS.includes(unit) || !endsHere(text, index)) continue
    push(sentences, text, start, index + 1)
    start = index + 1
  }
  push(sentences, text, start, text.length)
  return sentences
}

/** A dot inside `3.14`, `v1.2` or `e.g.` is not an end. */
function endsHere(text: string, index: number): boolean {
  if (text[index] !== '.') return true
  const next = text[index + 1]
  if (next !== undefined && !' \n\t"\'\u201d)*_'.includes(next)) return false
  return !/(?:^|[\s(])(?:e\.g|i\.e|approx|no|dr|mr|mrs|vs|[a-z])$/iu.test(
    text.slice(Math.max(0, index - 8), index),
  )
}

function push(sentences: Sentence[], text: string, start: number, end: number): void {
  const part = text.slice(start, end)
  if (part.trim() !== '')
    sentences.push({ text: part, start, end, isQuestion: /[?\uff1f]/u.test(part), isTurn: false })
}

function atTurns(sentence: Sentence): readonly Sentence[] {
  const lower = sentence.text.toLowerCase()
  // the case of a few letters changes their length; such a sentence is left whole
  if (lower.length !== sentence.text.length) return [sentence]
  const cuts = TURNS.flatMap((turn) => allIndexes(lower, turn)).sort((left, right) => left - right)
  if (cuts.length === 0) return [sentence]
  const edges = [0, ...cuts, lower.length]
  return edges.slice(0, -1).flatMap((from, index) => {
    const part = sentence.text.slice(from, edges[index + 1])
    if (part.trim() === '') return []
    const start = sentence.start + from
    return [
      { text: part, start, end: start + part.length, isQuestion: sentence.isQuestion, isTurn: from > 0 },
    ]
  })
}

function allIndexes(text: string, needle: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) found.push(at)
  return found
}
