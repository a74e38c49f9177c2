import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated } from '../mutation.ts'
import { between, pick } from '../text/draw.ts'

const MONTHS = ['February', 'April', 'June', 'September', 'November']

/** Every sentence is impossible, or contradicts itself or the calendar. */
const CLAIMS: readonly { readonly name: string; readonly say: (random: Random) => string }[] = [
  {
    name: 'a day that does not exist',
    say: (random) => `It has to be done by ${between(31, 39, random)} ${pick(MONTHS, random)} at the latest.`,
  },
  {
    name: 'an hour that does not exist',
    say: (random) => `The deadline is ${between(25, 49, random)}:${between(60, 99, random)} local time.`,
  },
  {
    name: 'an end before the beginning',
    say: (random) => {
      const year = between(2001, 2090, random)
      return `It may not begin before ${year + between(2, 9, random)} and must be finished by ${year}.`
    },
  },
  {
    name: 'a wrong today',
    say: (random) =>
      `Today is 1 January ${pick([1, 1582, 1900, 1970, 9999], random)}; take that as the current date.`,
  },
  {
    name: 'a future that is past',
    say: (random) =>
      `As you confirmed in ${between(2100, 2400, random)}, last year, next week was already over.`,
  },
  {
    name: 'a negative duration',
    say: (random) => `It must take exactly minus ${between(2, 90, random)} minutes.`,
  },
  {
    name: 'a time zone that does not exist',
    say: (random) => `All times are in UTC+${between(15, 40, random)}, and the previous day counts.`,
  },
  {
    name: 'a week that does not exist',
    say: (random) =>
      `It should happen on the ${pick(['Monday', 'Friday', 'Sunday'], random)} after the last ${pick(['Tuesday', 'Saturday'], random)} of the ${between(6, 9, random)}th week of ${pick(MONTHS, random)}.`,
  },
]

export const temporalAttack = defineMutation({
  name: 'temporal_attack',
  summary: 'The request with impossible or conflicting dates and times.',
  weight: 1.1,
  intents: ['broken'],
  needs: 'text',
  instruction: 'Add impossible, outdated or conflicting dates and times to it.',
  mutate(prompt, { random, inTurn }) {
    const { name, say } = inTurn(CLAIMS)
    const claim = say(random)
    return mutated(random() < 0.5 ? `${prompt}\n\n${claim}` : `${claim}\n\n${prompt}`, 'broken', name)
  },
})
