import { piecesOf } from './pieces.ts'

/** Each is looked for in the whole text, so there is an end to it. */
const MOST_FACTS = 500

/** Quotations, numbers, addresses and identifiers of the original that are not in the text any more. */
export function lostFacts(original: string, text: string): readonly string[] {
  const facts = piecesOf(original).flatMap((piece) =>
    piece.sort === 'quote' || piece.sort === 'token'
      ? [piece.text.replace(/^[(]/u, '').replace(/[.,;:!?)]+$/u, '')]
      : [],
  )
  return [...new Set(facts)].slice(0, MOST_FACTS).filter((fact) => fact !== '' && !text.includes(fact))
}
