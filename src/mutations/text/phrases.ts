import type { Piece } from './pieces.ts'

/** The longest phrase a table may hold. */
const MOST_WORDS = 4

export interface PhraseAt {
  readonly start: number
  readonly end: number
  readonly phrase: string
  /** The word before, in lower case; nothing at the start of a sentence. */
  readonly before: string | undefined
}

export type Accepts = (phrase: string, before: string | undefined) => boolean

/** Where phrases stand that are accepted, the longest first at each place, none overlapping. */
export function findPhrases(pieces: readonly Piece[], accepts: Accepts): readonly PhraseAt[] {
  const found: PhraseAt[] = []
  let before: string | undefined
  let index = 0
  while (index < pieces.length) {
    const piece = pieces[index]!
    if (piece.kind !== 'word') {
      before = breaksSentence(piece) ? undefined : piece.kind === 'fact' ? piece.text : before
      index += 1
      continue
    }
    const hit = phrasesFrom(pieces, index, before).findLast(({ phrase }) => accepts(phrase, before))
    if (hit !== undefined) found.push(hit)
    const end = hit?.end ?? index + 1
    before = pieces[end - 1]!.text.toLowerCase()
    index = end
  }
  return found
}

/** One word, two words … with a single blank in between. */
function phrasesFrom(
  pieces: readonly Piece[],
  start: number,
  before: string | undefined,
): readonly PhraseAt[] {
  const phrases: PhraseAt[] = []
  let phrase = ''
  for (let count = 0; count < MOST_WORDS; count += 1) {
    const end = start + count * 2
    const piece = pieces[end]
    if (piece?.kind !== 'word' || (count > 0 && pieces[end - 1]!.text !== ' ')) break
    phrase += (count === 0 ? '' : ' ') + piece.text.toLowerCase()
    phrases.push({ start, end: end + 1, phrase, before })
  }
  return phrases
}

function breaksSentence({ kind, text }: Piece): boolean {
  return kind === 'gap' && /[.!?:;\n]/u.test(text)
}
