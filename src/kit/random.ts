import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { hash53 } from './hash.ts'

/** A number in [0, 1). */
export type Random = () => number

/**
 * One stream per consumer: the same seed and label give the same numbers on every machine, and a draw
 * added to one consumer does not move the others.
 */
export function randomStream(seed: number | string, label: string): Random {
  const key = `${seed}\u0000${label}`
  // four full words: a state with thin high words would make the first draws small
  const generator = xoroshiro128plusFromState([1, 2, 3, 4].map((salt) => hash53(key, salt) | 0))
  return () => {
    const high = generator.next() >>> 5
    const low = generator.next() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }
}
