import { joined, piecesOf, type Piece } from './pieces.ts'

export interface Sentence {
  readonly text: string
  /** The white space behind it. */
  readonly gapAfter: string
}

/** Sentences and lines; never cut inside a quotation or an address. */
export function sentencesOf(prompt: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  let open: Piece[] = []
  for (const piece of piecesOf(prompt)) {
    const ends = piece.kind === 'gap' && isBreak(piece.text, open.at(-1)?.text ?? '')
    if (!ends) open.push(piece)
    else if (open.length > 0) {
      sentences.push({ text: joined(open), gapAfter: piece.text })
      open = []
    }
  }
  if (open.length > 0) sentences.push({ text: joined(open), gapAfter: '' })
  return sentences
}

function isBreak(gapText: string, before: string): boolean {
  return gapText.trim() === '' && (gapText.includes('\n') || /[.!?][)\]]?$/u.test(before))
}

export function sentencesJoined(sentences: readonly Sentence[]): string {
  return sentences.map(({ text, gapAfter }) => text + gapAfter).join('')
}
