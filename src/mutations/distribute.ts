import { randomStream } from '../kit/random.ts'
import { pickSome } from './text/draw.ts'

export interface Share {
  readonly type: string
  readonly count: number
}

/**
 * Exactly `count` mutations over the types. With as many types or fewer, each gets its equal share and the first
 * ones one more until the sum is right; with more types than mutations the seed chooses which ones get one.
 */
export function distribute(types: readonly string[], count: number, seed: number | string): readonly Share[] {
  if (types.length === 0 || count <= 0) return []
  if (types.length > count) {
    const chosen = pickSome(types, count, randomStream(seed, 'mutations:types'))
    return chosen.map((type) => ({ type, count: 1 }))
  }
  const each = Math.floor(count / types.length)
  const spare = count - each * types.length
  return types.map((type, place) => ({ type, count: each + (place < spare ? 1 : 0) }))
}
