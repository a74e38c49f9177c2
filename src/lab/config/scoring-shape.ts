import { checked, defaulted, number, object, type Shape } from '../../kit/shape/index.ts'
import { entryOf } from '../../kit/source/index.ts'
import { absentIfNull } from './absent-if-null.ts'

const WEIGHT = number({ atLeast: 0, atMost: 1 })

export const DEFAULT_WEIGHTS = { mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1 } as const

const WEIGHTS = checked(
  absentIfNull(
    object({
      mutation: defaulted(WEIGHT, DEFAULT_WEIGHTS.mutation, 'Weight of the golden prompts rewritten.'),
      chaos: defaulted(WEIGHT, DEFAULT_WEIGHTS.chaos, 'Weight of the golden prompts under chaos.'),
      contract: defaulted(WEIGHT, DEFAULT_WEIGHTS.contract, 'Weight of the contract matrix.'),
      replay: defaulted(WEIGHT, DEFAULT_WEIGHTS.replay, 'Weight of recorded incidents.'),
    }),
  ),
  (weights) => {
    const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
    return Math.abs(sum - 1) <= 0.001
      ? undefined
      : {
          code: 'weights-sum',
          complaint: `must sum to 1.0, not ${Number(sum.toFixed(4))}`,
          hint: 'weights that are not written keep their defaults: mutation 0.20, chaos 0.35, contract 0.35, replay 0.10',
        }
  },
)

export interface ScoringWeights {
  readonly mutation: number
  readonly chaos: number
  readonly contract: number
  readonly replay: number
}

const NESTED = object({ weights: defaulted(WEIGHTS, DEFAULT_WEIGHTS, 'Shares of the overall score.') })

/** `scoring: {weights: {…}}`, or the weights themselves. */
export const scoringShape: Shape<ScoringWeights> = {
  expected: 'a mapping with `weights`',
  read: (node, place) =>
    entryOf(node, 'weights') === undefined ? WEIGHTS.read(node, place) : NESTED.read(node, place)?.weights,
  schema: () => ({ anyOf: [NESTED.schema(), WEIGHTS.schema()] }),
}
