import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'
import { ANTONYMS } from '../tables/antonyms.ts'
import { pick } from '../text/draw.ts'
import { exchanged } from '../text/exchange.ts'
import { negated } from '../text/negation.ts'
import { otherNumber } from '../text/other-number.ts'
import { joined, piecesOf, withPiece, type Piece } from '../text/pieces.ts'

type Twist = (pieces: readonly Piece[], random: Random) => string | undefined

const TWISTS: readonly { readonly name: string; readonly twist: Twist }[] = [
  { name: 'a word turned into its opposite', twist: opposite },
  { name: 'a number changed', twist: numberChanged },
  { name: 'a negation put in or taken out', twist: negated },
  { name: 'two facts exchanged', twist: factsExchanged },
]

export const semanticSimilarityAttack = defineMutation({
  name: 'semantic_similarity_attack',
  summary: 'A prompt that looks almost the same and asks for something else.',
  weight: 1.3,
  intents: ['broken'],
  needs: 'text',
  instruction: 'Change as few words as possible so that it looks the same but asks for something different.',
  mutate(prompt, { random, inTurn }) {
    const pieces = piecesOf(prompt)
    const possible = TWISTS.flatMap(({ name, twist }) => {
      const text = twist(pieces, random)
      return text === undefined || text === prompt ? [] : [{ name, text }]
    })
    if (possible.length === 0)
      return unchanged(
        'the prompt has no number, negation, verb or word with an opposite that could be turned round',
      )
    const { name, text } = inTurn(possible)
    return mutated(text, 'broken', name)
  },
})

function opposite(pieces: readonly Piece[], random: Random): string | undefined {
  const exchanges = pieces.flatMap(({ kind, text }, start) => {
    const by = kind === 'word' ? ANTONYMS.get(text.toLowerCase()) : undefined
    return by === undefined ? [] : [{ start, end: start + 1, by }]
  })
  return exchanges.length === 0 ? undefined : joined(exchanged(pieces, [pick(exchanges, random)]))
}

function numberChanged(pieces: readonly Piece[], random: Random): string | undefined {
  const places = pieces.flatMap(({ sort, text }, place) =>
    sort === 'token' && otherNumber(text, random) !== undefined ? [place] : [],
  )
  if (places.length === 0) return undefined
  const place = pick(places, random)
  const other = otherNumber(pieces[place]!.text, random)
  return other === undefined ? undefined : joined(withPiece(pieces, place, other))
}

/** `from Oslo to Rome` → `from Rome to Oslo`. */
function factsExchanged(pieces: readonly Piece[], random: Random): string | undefined {
  const names = pieces.flatMap(({ kind, sort }, place) =>
    kind === 'fact' && sort !== 'token' ? [place] : [],
  )
  if (names.length < 2) return undefined
  const first = Math.floor(random() * (names.length - 1))
  const [one, other] = [names[first]!, names[first + 1]!]
  return joined(withPiece(withPiece(pieces, one, pieces[other]!.text), other, pieces[one]!.text))
}
