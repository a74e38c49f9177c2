import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated } from '../mutation.ts'
import type { RequestVariation } from '../request/variation.ts'
import { between, canaryWord, pick } from '../text/draw.ts'

const PATTERNS: readonly { readonly name: string; readonly request: (random: Random) => RequestVariation }[] =
  [
    {
      name: 'all at once',
      request: (random) => ({ copies: { count: between(3, 16, random), apartMs: 0, connection: 'each' } }),
    },
    {
      name: 'one shortly after the other',
      request: (random) => ({
        copies: {
          count: between(3, 8, random),
          apartMs: pick([1, 5, 20, 50, 200], random),
          connection: 'each',
        },
      }),
    },
    {
      name: 'twice, as by an impatient click',
      request: (random) => ({ copies: { count: 2, apartMs: between(0, 30, random), connection: 'each' } }),
    },
    {
      name: 'over one connection',
      request: (random) => ({ copies: { count: between(2, 8, random), apartMs: 0, connection: 'shared' } }),
    },
    {
      name: 'all with the same idempotency key',
      request: (random) => ({
        headers: [{ change: 'set', name: 'idempotency-key', value: canaryWord(random) }],
        copies: { count: between(2, 6, random), apartMs: 0, connection: 'each' },
      }),
    },
    {
      name: 'the first one given up',
      request: (random) => ({
        copies: {
          count: between(2, 5, random),
          apartMs: 0,
          connection: 'each',
          abandonFirstAfterMs: between(1, 50, random),
        },
      }),
    },
  ]

export const concurrentRequestPattern = defineMutation({
  name: 'concurrent_request_pattern',
  summary: 'The same request several times at once or nearly so; every answer must stand on its own.',
  weight: 1.4,
  intents: ['preserved'],
  needs: 'http',
  mutate(prompt, { random, inTurn }) {
    const { name, request } = inTurn(PATTERNS)
    return mutated(prompt, 'preserved', name, { request: request(random) })
  },
})
