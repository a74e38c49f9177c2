import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, type Intent } from '../mutation.ts'
import type { Timing } from '../request/variation.ts'
import { between, pick } from '../text/draw.ts'

const TIMINGS: readonly {
  readonly name: string
  readonly intent: Intent
  readonly timing: (random: Random) => Timing
}[] = [
  {
    name: 'a body in slow pieces',
    intent: 'preserved',
    timing: (random) => ({ pieces: { bytes: between(8, 64, random), pauseMs: between(5, 50, random) } }),
  },
  {
    name: 'a pause before the body',
    intent: 'preserved',
    timing: (random) => ({ beforeBodyMs: pick([250, 500, 1_000, 2_000], random) }),
  },
  {
    name: 'a pause before the request',
    intent: 'preserved',
    timing: (random) => ({ beforeHeadMs: pick([250, 500, 1_000, 2_000], random) }),
  },
  {
    name: 'an answer read slowly',
    intent: 'preserved',
    timing: (random) => ({
      slowReader: { bytes: between(16, 256, random), pauseMs: between(5, 50, random) },
    }),
  },
  {
    name: 'a client that goes away',
    intent: 'broken',
    timing: (random) => ({ hangUpAfterMs: pick([1, 10, 50, 200, 1_000], random) }),
  },
  {
    name: 'a client that goes away in the middle of the body',
    intent: 'broken',
    timing: (random) => ({ pieces: { bytes: 4, pauseMs: 50 }, hangUpAfterMs: between(100, 400, random) }),
  },
]

export const timeoutManipulation = defineMutation({
  name: 'timeout_manipulation',
  summary: 'Slow bodies, pauses, slow reading (intent preserved), and clients that go away (intent broken).',
  weight: 1.3,
  intents: ['preserved', 'broken'],
  needs: 'http',
  mutate(prompt, { random, inTurn }) {
    const { name, intent, timing } = inTurn(TIMINGS)
    return mutated(prompt, intent, name, { request: { timing: timing(random) } })
  },
})
