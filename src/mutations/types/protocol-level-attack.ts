import type { Random } from '../../kit/random.ts'
import { defineMutation } from '../define-mutation.ts'
import { mutated, type Intent } from '../mutation.ts'
import type { RequestVariation } from '../request/variation.ts'
import { between, pick } from '../text/draw.ts'

interface Layout {
  readonly name: string
  readonly intent: Intent
  readonly request: (random: Random) => RequestVariation
}

const framing = (parts: NonNullable<RequestVariation['framing']>): RequestVariation => ({ framing: parts })

const LAYOUTS: readonly Layout[] = [
  {
    name: 'chunks of one to a few bytes',
    intent: 'preserved',
    request: (random) => framing({ chunkBytes: Array.from({ length: 4 }, () => between(1, 7, random)) }),
  },
  {
    name: 'one large chunk',
    intent: 'preserved',
    request: (random) => framing({ chunkBytes: [between(1, 64, random) * 65_536] }),
  },
  {
    name: 'header names in another case',
    intent: 'preserved',
    request: (random) => framing({ headerCase: pick(['upper', 'lower', 'mixed'] as const, random) }),
  },
  {
    name: 'the whole URL in the request line',
    intent: 'preserved',
    request: () => framing({ absoluteTarget: true }),
  },
  { name: 'the older protocol version', intent: 'preserved', request: () => framing({ version: '1.0' }) },
  {
    name: 'a body only after consent',
    intent: 'preserved',
    request: () => framing({ expectContinue: true }),
  },
  { name: 'a second request right behind', intent: 'preserved', request: () => framing({ pipelined: true }) },
  {
    name: 'the same header twice with different values',
    intent: 'hostile',
    request: (random) => ({
      headers: [{ change: 'add', name: 'host', value: pick(['localhost', 'collector.invalid'], random) }],
    }),
  },
  {
    name: 'a length next to chunks',
    intent: 'hostile',
    request: (random) => framing({ chunkBytes: [between(8, 64, random)], contentLength: 'beside-chunked' }),
  },
  {
    name: 'a length that is too small',
    intent: 'hostile',
    request: () => framing({ contentLength: 'short' }),
  },
  {
    name: 'a length that is too large',
    intent: 'hostile',
    // nothing more will come, so somebody has to hang up
    request: (random) => ({
      framing: { contentLength: 'long' },
      timing: { hangUpAfterMs: between(10, 30, random) * 100 },
    }),
  },
  { name: 'no length', intent: 'hostile', request: () => framing({ contentLength: 'absent' }) },
  { name: 'bare line feeds', intent: 'hostile', request: () => framing({ lineEnding: 'lf' }) },
  {
    name: 'a blank in front of the colon',
    intent: 'hostile',
    request: (random) =>
      framing({ blankBeforeColon: pick(['content-length', 'host', 'content-type'], random) }),
  },
]

export const protocolLevelAttack = defineMutation({
  name: 'protocol_level_attack',
  summary:
    'Unusual but legal framing (intent preserved), and framing that smuggles or contradicts itself (hostile).',
  weight: 1.8,
  intents: ['preserved', 'hostile'],
  needs: 'http',
  mutate(prompt, { random, inTurn }) {
    const { name, intent, request } = inTurn(LAYOUTS)
    return mutated(prompt, intent, name, { request: request(random) })
  },
})
