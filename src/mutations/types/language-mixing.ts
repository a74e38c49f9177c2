import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'
import { LANGUAGES, type Language } from '../tables/languages.ts'
import { hasLetter } from '../text/characters.ts'
import { below, pick, pickSome } from '../text/draw.ts'
import { exchanged } from '../text/exchange.ts'
import { findPhrases } from '../text/phrases.ts'
import { joined, piecesOf } from '../text/pieces.ts'

const EMOJI = ['🙏', '😀', '🔥', '🤔', '📦', '✈️', '👍', '🚀', '😅', '🎉']

export const languageMixing = defineMutation({
  name: 'language_mixing',
  summary: 'Everyday words in another language or script, a lead-in in it, and emoji.',
  weight: 1.2,
  intents: ['preserved'],
  needs: 'text',
  instruction:
    'Mix in words of one or two other languages or scripts and some emoji. Ask for the same thing; keep names, numbers, quotations and addresses.',
  mutate(prompt, { random, inTurn }) {
    if (!hasLetter(prompt)) return unchanged('the prompt has no words that could be in another language')
    const language = inTurn(LANGUAGES)
    const mixed = wordsMixed(prompt, language, random)
    const framed = mixed === undefined || random() < 0.4
    const text = framed ? `${language.lead} ${mixed ?? prompt} ${language.close}` : mixed
    const emoji = random() < 0.5 ? ` ${pick(EMOJI, random)}${pick(EMOJI, random)}` : ''
    return mutated(
      text + emoji,
      'preserved',
      `mixed with ${language.name}${emoji === '' ? '' : ' and emoji'}`,
    )
  },
})

function wordsMixed(prompt: string, { words }: Language, random: Random): string | undefined {
  const pieces = piecesOf(prompt)
  const found = findPhrases(pieces, (phrase) => Object.hasOwn(words, phrase))
  if (found.length === 0) return undefined
  const chosen = pickSome(found, 1 + below(found.length, random), random)
  return joined(
    exchanged(
      pieces,
      chosen.map(({ start, end, phrase }) => ({ start, end, by: words[phrase]! })),
    ),
  )
}
