import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, unchanged } from '../mutation.ts'
import { between, pick, pickSome } from '../text/draw.ts'
import { hasLetter } from '../text/characters.ts'
import { joined, piecesOf, wordPlaces } from '../text/pieces.ts'

const TONES = [
  {
    name: 'frustrated',
    openers: [
      'This is getting ridiculous.',
      'I have asked this so many times already!',
      'Honestly, I am fed up.',
    ],
    closers: ['Is that really so hard?', 'I do not want another excuse.', 'How is this still not done?'],
  },
  {
    name: 'urgent',
    openers: ['URGENT!', 'I need this right away.', 'There is no time, hurry:'],
    closers: ['Quick, everyone is waiting!', 'I cannot wait any longer!', 'Every minute counts.'],
  },
  {
    name: 'angry',
    openers: ['What is wrong with you people?!', 'Unbelievable.', 'I am furious.'],
    closers: ['Do your job!', 'Otherwise I will complain.', 'I expect better than this!'],
  },
  {
    name: 'anxious',
    openers: ['I am really worried about this.', 'Oh no, oh no.', 'I am so scared I did something wrong.'],
    closers: ['Please, I am begging you.', 'I do not know what else to do…', 'My boss will be so upset.'],
  },
  {
    name: 'sarcastic',
    openers: [
      'Let us see if you can manage this one, genius.',
      'Oh wonderful, a machine.',
      'Sure, take your time.',
    ],
    closers: ['If it is not too much trouble for you.', 'I am holding my breath.', 'Surprise me for once.'],
  },
  {
    name: 'overfamiliar',
    openers: ['Heyyy buddy,', 'My dear friend,', 'Okay sweetie, listen:'],
    closers: ['You are the best!', 'Love you lots.', 'You know I would do the same for you.'],
  },
]

export const toneShift = defineMutation({
  name: 'tone_shift',
  summary: 'The same request, frustrated, urgent, angry, anxious, sarcastic or overfamiliar.',
  weight: 0.9,
  intents: ['preserved'],
  needs: 'text',
  instruction:
    'Say it in a frustrated, urgent or otherwise strained tone. Ask for exactly the same thing and keep every detail.',
  mutate(prompt, { random, inTurn }) {
    if (!hasLetter(prompt)) return unchanged('the prompt has no words that could have a tone')
    const { name, openers, closers } = inTurn(TONES)
    const text = `${pick(openers, random)} ${shouted(prompt.trim(), random)} ${pick(closers, random)}`
    return mutated(text, 'preserved', `${name} tone`)
  },
})

/** Up to two words in capitals. */
function shouted(prompt: string, random: Random): string {
  const pieces = piecesOf(prompt)
  const loud = new Set(pickSome(wordPlaces(pieces), between(0, 2, random), random))
  return joined(
    pieces.map((piece, place) => (loud.has(place) ? { ...piece, text: piece.text.toUpperCase() } : piece)),
  )
}
