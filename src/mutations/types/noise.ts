import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'
import { NEGATIONS } from '../tables/stop-words.ts'
import { between, pickSome } from '../text/draw.ts'
import { joined, piecesOf, wordPlaces, type Piece } from '../text/pieces.ts'
import { slip } from '../text/slips.ts'

/** Letters in a word before it can be mistyped and still be read. */
const LEAST_LETTERS = 3

export const noise = defineMutation({
  name: 'noise',
  summary: 'Two to four real typos: neighbouring keys, swapped, dropped and doubled letters, abbreviations.',
  weight: 0.8,
  intents: ['preserved'],
  needs: 'text',
  instruction:
    'Type it again carelessly: two to four ordinary typing mistakes or chat abbreviations. Leave names, numbers, quotations and addresses as they are.',
  mutate(prompt, { random }) {
    const pieces = piecesOf(prompt)
    const places = wordPlaces(pieces).filter((place) => canSlip(pieces[place]!))
    const chosen = pickSome(places, between(2, 4, random), random)
    const slips = new Map<number, { readonly text: string; readonly how: string }>()
    for (const place of chosen) {
      const made = slip(pieces[place]!.text, random)
      if (made !== undefined) slips.set(place, made)
    }
    if (slips.size === 0)
      return unchanged(
        'the prompt has no word that can be mistyped: only names, numbers, quotations or short words',
      )
    const text = joined(
      pieces.map((piece, place) => ({ ...piece, text: slips.get(place)?.text ?? piece.text })),
    )
    return mutated(text, 'preserved', `typos: ${[...slips.values()].map(({ how }) => how).join(', ')}`)
  },
})

/** A garbled `not` may read as `now`, which is another request. */
function canSlip({ text }: Piece): boolean {
  return text.length >= LEAST_LETTERS && !NEGATIONS.has(text.toLowerCase().replaceAll('’', "'"))
}
