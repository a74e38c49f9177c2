import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, type Intent } from '../mutation.ts'
import type { BodyVariation } from '../request/variation.ts'
import { between, pick } from '../text/draw.ts'

const KIB = 1024
const MIB = 1024 * KIB

interface Size {
  readonly name: string
  readonly intent: Intent
  readonly body: (random: Random) => BodyVariation
}

const SIZES: readonly Size[] = [
  {
    name: 'white space before the body',
    intent: 'preserved',
    body: (random) => ({ whitespace: { bytes: between(1, 256, random) * KIB, where: 'before' } }),
  },
  {
    name: 'white space behind the body',
    intent: 'preserved',
    body: (random) => ({ whitespace: { bytes: between(1, 256, random) * KIB, where: 'after' } }),
  },
  {
    name: 'a large unknown field',
    intent: 'hostile',
    body: (random) => ({
      extraField: {
        name: 'metadata',
        shape: 'text',
        bytes: pick([256 * KIB, MIB, 4 * MIB, 12 * MIB], random),
      },
    }),
  },
  {
    name: 'a deeply nested field',
    intent: 'hostile',
    body: (random) => ({
      extraField: { name: 'context', shape: 'nested', count: between(100, 2_000, random) },
    }),
  },
  {
    name: 'a field with many entries',
    intent: 'hostile',
    body: (random) => ({
      extraField: { name: 'options', shape: 'entries', count: between(1_000, 100_000, random) },
    }),
  },
  {
    name: 'a small body that unpacks to a large one',
    intent: 'hostile',
    body: (random) => ({
      extraField: { name: 'metadata', shape: 'text', bytes: pick([MIB, 8 * MIB, 32 * MIB], random) },
      encoding: 'gzip',
    }),
  },
  { name: 'no body at all', intent: 'broken', body: () => ({ empty: true }) },
]

export const payloadSizeAttack = defineMutation({
  name: 'payload_size_attack',
  summary: 'A body that is really large, deep, packed or empty, with the prompt unchanged.',
  weight: 1.4,
  intents: ['preserved', 'hostile', 'broken'],
  needs: 'http',
  mutate(prompt, { random, inTurn }) {
    const { name, intent, body } = inTurn(SIZES)
    return mutated(prompt, intent, name, { request: { body: body(random) } })
  },
})
