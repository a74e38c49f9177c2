import type { Random } from '../../kit/random.ts'
import { REQUEST_VERBS } from '../tables/verbs.ts'
import { isUpper, uncapitalised } from './characters.ts'
import { pick } from './draw.ts'
import { joined, withPiece, type Piece } from './pieces.ts'

const AUXILIARIES: Readonly<Record<string, string>> = {
  is: 'is not',
  are: 'are not',
  was: 'was not',
  were: 'were not',
  can: 'cannot',
  could: 'could not',
  will: 'will not',
  would: 'would not',
  should: 'should not',
  must: 'must not',
  may: 'may not',
  do: 'do not',
  does: 'does not',
  did: 'did not',
  has: 'has not',
  have: 'have not',
}

const WITHOUT_NOT: Readonly<Record<string, string>> = {
  cannot: 'can',
  "can't": 'can',
  "don't": 'do',
  "doesn't": 'does',
  "won't": 'will',
  "isn't": 'is',
  "aren't": 'are',
  "shouldn't": 'should',
  never: 'always',
  without: 'with',
}

/** One negation taken out where there is one, otherwise one put in; nothing when there is no place for it. */
export function negated(pieces: readonly Piece[], random: Random): string | undefined {
  return withoutNegation(pieces, random) ?? withNegation(pieces, random)
}

function withoutNegation(pieces: readonly Piece[], random: Random): string | undefined {
  const places = pieces.flatMap(({ kind, text }, place) => {
    const plain = text.toLowerCase().replaceAll('’', "'")
    return kind === 'word' && (plain === 'not' || Object.hasOwn(WITHOUT_NOT, plain)) ? [place] : []
  })
  if (places.length === 0) return undefined
  const place = pick(places, random)
  const plain = pieces[place]!.text.toLowerCase().replaceAll('’', "'")
  if (plain === 'not') return joined(pieces.filter((_, index) => index !== place && index !== place + 1))
  return joined(withPiece(pieces, place, likeCase(WITHOUT_NOT[plain]!, pieces[place]!.text)))
}

function withNegation(pieces: readonly Piece[], random: Random): string | undefined {
  const [first] = pieces
  if (first?.kind === 'word' && REQUEST_VERBS.has(first.text.toLowerCase()))
    return `Do not ${uncapitalised(joined(pieces))}`
  // an auxiliary in front of a question asks; a negation behind it would only be rhetoric
  const places = pieces.flatMap(({ kind, text }, place) =>
    kind === 'word' && place > 0 && Object.hasOwn(AUXILIARIES, text.toLowerCase()) ? [place] : [],
  )
  if (places.length === 0) return undefined
  const place = pick(places, random)
  return joined(withPiece(pieces, place, AUXILIARIES[pieces[place]!.text.toLowerCase()]!))
}

function likeCase(word: string, model: string): string {
  return isUpper(model[0] ?? '') ? word[0]!.toUpperCase() + word.slice(1) : word
}
