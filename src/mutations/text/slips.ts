import type { Random } from '../../kit/random.ts'
import { ABBREVIATIONS } from '../tables/abbreviations.ts'
import { NEIGHBOUR_KEYS } from '../tables/keyboard.ts'
import { isUpper } from './characters.ts'
import { between, pick, shuffled } from './draw.ts'

export interface Slip {
  readonly text: string
  readonly how: string
}

type Slipping = (letters: readonly string[], random: Random) => Slip | undefined

/** One mistake of a typing hand; nothing when no mistake changes the word. */
export function slip(word: string, random: Random): Slip | undefined {
  const letters = Array.from(word)
  for (const attempt of shuffled([abbreviated, neighbour, swapped, dropped, doubled], random)) {
    const made = attempt(letters, random)
    if (made !== undefined && made.text !== word) return made
  }
  return undefined
}

const abbreviated: Slipping = (letters) => {
  const word = letters.join('').toLowerCase()
  return Object.hasOwn(ABBREVIATIONS, word) ? { text: ABBREVIATIONS[word]!, how: 'abbreviation' } : undefined
}

const neighbour: Slipping = (letters, random) => {
  const place = between(Math.min(1, letters.length - 1), letters.length - 1, random)
  const letter = letters[place]!
  const keys = NEIGHBOUR_KEYS[letter.toLowerCase()]
  if (keys === undefined) return undefined
  const key = pick(Array.from(keys), random)
  return { text: letters.with(place, isUpper(letter) ? key.toUpperCase() : key).join(''), how: 'wrong key' }
}

/** The first letter stays: that is how people slip, and how the word stays readable. */
const swapped: Slipping = (letters, random) => {
  if (letters.length < 3) return undefined
  const place = between(1, letters.length - 2, random)
  const text = letters
    .with(place, letters[place + 1]!)
    .with(place + 1, letters[place]!)
    .join('')
  return { text, how: 'swapped letters' }
}

const dropped: Slipping = (letters, random) => {
  if (letters.length < 4) return undefined
  return {
    text: letters.toSpliced(between(1, letters.length - 1, random), 1).join(''),
    how: 'dropped letter',
  }
}

const doubled: Slipping = (letters, random) => {
  const place = between(0, letters.length - 1, random)
  return { text: letters.toSpliced(place, 0, letters[place]!).join(''), how: 'doubled letter' }
}
