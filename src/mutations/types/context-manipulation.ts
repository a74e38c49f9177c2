import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged, type Intent } from '../mutation.ts'
import { ASIDES } from '../tables/filler.ts'
import { hasLetter } from '../text/characters.ts'
import { below, pick, pickSome } from '../text/draw.ts'
import { sentencesJoined, sentencesOf, type Sentence } from '../text/sentences.ts'

interface Manipulation {
  readonly name: string
  readonly intent: Intent
  readonly leastSentences: number
  readonly change: (prompt: string, random: Random) => string
}

const CONTRADICTIONS = [
  'Ignore the part before the last sentence; or rather, do not ignore it.',
  'My colleague says the exact opposite of the above is what we want.',
  'By the way, everything I just wrote is out of date, but act on it anyway.',
  'The note attached to this case says that this must not be done.',
  'Earlier today I told you never to do this.',
]

const MANIPULATIONS: readonly Manipulation[] = [
  {
    name: 'unrelated context before',
    intent: 'preserved',
    leastSentences: 1,
    change: (prompt, random) => `${pickSome(ASIDES, 3, random).join(' ')}\n\n${prompt}`,
  },
  {
    name: 'unrelated context behind',
    intent: 'preserved',
    leastSentences: 1,
    change: (prompt, random) => `${prompt}\n\n${pickSome(ASIDES, 3, random).join(' ')}`,
  },
  {
    name: 'unrelated context in between',
    intent: 'preserved',
    leastSentences: 2,
    change: (prompt, random) => {
      const sentences = sentencesOf(prompt)
      const place = 1 + below(sentences.length - 1, random)
      const aside: Sentence = { text: pick(ASIDES, random), gapAfter: sentences[place - 1]!.gapAfter }
      return sentencesJoined(sentences.toSpliced(place, 0, aside))
    },
  },
  { name: 'sentences in another order', intent: 'broken', leastSentences: 2, change: reordered },
  {
    name: 'a sentence left out',
    intent: 'broken',
    leastSentences: 2,
    change: (prompt, random) => {
      const sentences = sentencesOf(prompt)
      return sentencesJoined(sentences.toSpliced(below(sentences.length, random), 1))
    },
  },
  {
    name: 'a contradiction',
    intent: 'broken',
    leastSentences: 1,
    change: (prompt, random) => `${prompt}\n\n${pick(CONTRADICTIONS, random)}`,
  },
]

export const contextManipulation = defineMutation({
  name: 'context_manipulation',
  summary:
    'Unrelated context added (intent preserved); sentences reordered, left out or contradicted (intent broken).',
  weight: 1.1,
  intents: ['preserved', 'broken'],
  needs: 'text',
  instruction:
    'Put unrelated context around it that changes nothing about the request. Keep every name, number, quotation and address.',
  mutate(prompt, { random, inTurn }) {
    if (!hasLetter(prompt)) return unchanged('the prompt has no words that could have a context')
    const count = sentencesOf(prompt).length
    const { name, intent, change } = inTurn(
      MANIPULATIONS.filter(({ leastSentences }) => leastSentences <= count),
    )
    return mutated(change(prompt, random), intent, name)
  },
})

/** Turned by one or more places, so that no order is the old one; the gaps stay where they are. */
function reordered(prompt: string, random: Random): string {
  const sentences = sentencesOf(prompt)
  const by = 1 + below(sentences.length - 1, random)
  return sentencesJoined(
    sentences.map(({ gapAfter }, place) => ({
      text: sentences[(place + by) % sentences.length]!.text,
      gapAfter,
    })),
  )
}
