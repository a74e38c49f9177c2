import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'
import { BEFORE_NOUNS, BEFORE_VERBS, NOUNS, PHRASES, VERBS } from '../tables/synonyms.ts'
import { hasLetter, uncapitalised } from '../text/characters.ts'
import { pick, pickSome } from '../text/draw.ts'
import { exchanged } from '../text/exchange.ts'
import { findPhrases } from '../text/phrases.ts'
import { joined, piecesOf } from '../text/pieces.ts'
import { asQuestion } from '../text/question.ts'

const QUESTION_LEADS = ['I would like to know:', 'My question is this:', 'Here is something I wonder:']
const REQUEST_LEADS = [
  'Here is what I need:',
  'My request is the following:',
  'This is what I am asking for:',
]

export const paraphrase = defineMutation({
  name: 'paraphrase',
  summary: 'The same request in other words: synonyms and another sentence structure.',
  weight: 1,
  intents: ['preserved'],
  needs: 'text',
  instruction:
    'Say the same thing in different words. Keep the meaning, every name, number, quotation and address exactly.',
  mutate(prompt, { random, inTurn }) {
    if (!hasLetter(prompt)) return unchanged('the prompt has no words to say differently')
    const restructured =
      inTurn(['words', 'structure', 'both']) === 'words' ? undefined : structured(prompt, random)
    const reworded = restructured?.only === true ? undefined : synonyms(restructured?.text ?? prompt, random)
    const text = reworded ?? restructured?.text ?? led(prompt, random)
    const done = [reworded && 'synonyms', (restructured ?? !reworded) && 'another structure'].filter(Boolean)
    return mutated(text, 'preserved', `said with ${done.join(' and ')}`)
  },
})

/** An order as a question, or the request behind a lead-in. */
function structured(prompt: string, random: Random): { readonly text: string; readonly only: boolean } {
  const only = random() < 0.5
  const question = asQuestion(prompt, pick(['Could you', 'Would you', 'Can you please'], random))
  return { text: question ?? led(prompt, random), only }
}

function led(prompt: string, random: Random): string {
  const leads = prompt.trimEnd().endsWith('?') ? QUESTION_LEADS : REQUEST_LEADS
  const pieces = piecesOf(prompt)
  const startsPlain = pieces[0]?.kind === 'word' && pieces[0].text !== 'I' && !pieces[0].text.startsWith("I'")
  return `${pick(leads, random)} ${startsPlain ? uncapitalised(prompt) : prompt}`
}

/** Half of the words that have another, and at least one; nothing when no word has. */
function synonyms(prompt: string, random: Random): string | undefined {
  const pieces = piecesOf(prompt)
  const found = findPhrases(pieces, (phrase, before) => synonymsOf(phrase, before) !== undefined)
  if (found.length === 0) return undefined
  const chosen = pickSome(found, Math.max(1, Math.ceil(found.length * (0.4 + random() * 0.6))), random)
  const exchanges = chosen.map(({ start, end, phrase, before }) => ({
    start,
    end,
    by: pick(synonymsOf(phrase, before) ?? [phrase], random),
  }))
  return joined(exchanged(pieces, exchanges))
}

function synonymsOf(phrase: string, before: string | undefined): readonly string[] | undefined {
  if (Object.hasOwn(PHRASES, phrase)) return PHRASES[phrase]
  const asNoun = before !== undefined && BEFORE_NOUNS.has(before) && Object.hasOwn(NOUNS, phrase)
  if (asNoun) return NOUNS[phrase]
  const asVerb = (before === undefined || BEFORE_VERBS.has(before)) && Object.hasOwn(VERBS, phrase)
  return asVerb ? VERBS[phrase] : undefined
}
