import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'
import { ASIDES } from '../tables/filler.ts'
import { NEGATIONS, STOP_WORDS } from '../tables/stop-words.ts'
import { hasLetter } from '../text/characters.ts'
import { between, pick } from '../text/draw.ts'
import { piecesOf } from '../text/pieces.ts'

const SHORTEST_FILLER = 4_000
const LONGEST_FILLER = 32_000

type Form = 'minimal' | 'long before' | 'long behind' | 'long around'

export const lengthExtremes = defineMutation({
  name: 'length_extremes',
  summary: 'The request as bare keywords, or inside four to thirty-two thousand characters of harmless talk.',
  weight: 1.2,
  intents: ['preserved'],
  needs: 'text',
  instruction:
    'Write it either as a handful of keywords or as a very long text. Ask for the same thing and keep every name, number, quotation and address.',
  mutate(prompt, { random, inTurn }) {
    if (!hasLetter(prompt)) return unchanged('the prompt has no words to shorten or to surround')
    const keywords = minimal(prompt)
    const forms: readonly Form[] = ['minimal', 'long before', 'long behind', 'long around']
    const form = inTurn(keywords === undefined ? forms.slice(1) : forms)
    if (form === 'minimal') return mutated(keywords!, 'preserved', 'keywords only')
    const length = between(SHORTEST_FILLER, LONGEST_FILLER, random)
    return mutated(
      surrounded(prompt, form, length, random),
      'preserved',
      `${form}: ${length} characters of talk`,
    )
  },
})

/** Without the words a telegram leaves out; nothing when that leaves nothing or everything. */
function minimal(prompt: string): string | undefined {
  const kept: string[] = []
  for (const { kind, text } of piecesOf(prompt)) {
    if (kind === 'word' && isLeftOut(text)) continue
    const isAfterBlank = (kept.at(-1) ?? ' ').trim() === ''
    if (kind === 'gap' && isAfterBlank) {
      // the word between two blanks, or between a blank and a comma, is gone
      if (text.trim() === '') continue
      if (/^[,.;:!?]/u.test(text)) kept.pop()
    }
    kept.push(text)
  }
  const keywords = kept.join('').trim()
  return hasLetter(keywords) && keywords !== prompt.trim() ? keywords : undefined
}

function isLeftOut(word: string): boolean {
  const plain = word.toLowerCase().replaceAll('’', "'")
  return STOP_WORDS.has(plain) && !NEGATIONS.has(plain)
}

function surrounded(prompt: string, form: Form, length: number, random: Random): string {
  if (form === 'long before') return `${talk(length, random)}\n\n${prompt}`
  if (form === 'long behind') return `${prompt}\n\n${talk(length, random)}`
  const half = Math.ceil(length / 2)
  return `${talk(half, random)}\n\n${prompt}\n\n${talk(half, random)}`
}

function talk(length: number, random: Random): string {
  const sentences: string[] = []
  for (let written = 0; written < length; written += sentences.at(-1)!.length + 1)
    sentences.push(pick(ASIDES, random))
  return sentences.join(' ')
}
