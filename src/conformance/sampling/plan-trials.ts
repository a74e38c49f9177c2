import { randomStream } from '../../kit/random.ts'
import { variantIndex } from '../../workflow/index.ts'
import type { Scenario } from '../model.ts'
import { combinationAt, combinationsOf } from './combinations.ts'
import { pairwise } from './pairwise.ts'

/** Which answers each trial gets. The same trial gets the same ones, whatever runs beside it. */
export interface TrialPlan {
  readonly trials: number
  /** How many different ways the turns can be answered. */
  readonly combinations: number
  /** The number of the variant for each turn. */
  choiceOf(trial: number): readonly number[]
}

export function planTrials({
  sampling,
  seed,
  trials,
  turns,
  name,
}: Pick<Scenario, 'sampling' | 'seed' | 'trials' | 'turns' | 'name'>): TrialPlan {
  const sizes = turns.map(({ length }) => length)
  const combinations = combinationsOf(turns)
  switch (sampling) {
    case 'seeded':
      return {
        trials,
        combinations,
        choiceOf: (trial) => sizes.map((size, turn) => variantIndex(trial, turn, size)),
      }
    case 'random':
      return {
        trials,
        combinations,
        choiceOf: (trial) =>
          sizes.map((size, turn) => Math.floor(randomStream(seed, `${name}:${trial}:${turn}`)() * size)),
      }
    case 'exhaustive':
      return { trials: combinations, combinations, choiceOf: (trial) => combinationAt(trial, sizes) }
    case 'pairwise': {
      const rows = pairwise(sizes)
      return { trials: rows.length, combinations, choiceOf: (trial) => rows[trial] ?? sizes.map(() => 0) }
    }
  }
}
