import { fisherExact } from './fisher-exact.ts'
import { newcombe } from './newcombe.ts'
import { normalUpperTail } from './normal.ts'
import { DEFAULT_CONFIDENCE, requireProportion, type Interval, type Proportion } from './proportion.ts'

/** The exact test walks every table, so beyond this many trials the normal one takes over. */
const EXACT_UP_TO_TRIALS = 10_000

export interface Comparison {
  /** The share of the candidate less the share of the baseline. */
  readonly difference: number
  readonly interval: Interval
  /** The chance of a difference this large between two runs of the same thing. */
  readonly pValue: number
  readonly test: 'fisher' | 'z'
  readonly verdict: 'better' | 'worse' | 'no-difference-shown'
}

/** Is the candidate better or worse than the baseline, or is it noise? `undefined` when either side had no trial. */
export function compareProportions(
  candidate: Proportion,
  baseline: Proportion,
  confidence = DEFAULT_CONFIDENCE,
): Comparison | undefined {
  const interval = newcombe(candidate, baseline, confidence)
  const exact = candidate.trials + baseline.trials <= EXACT_UP_TO_TRIALS
  const pValue = exact ? fisherExact(candidate, baseline) : twoProportionTest(candidate, baseline)
  if (interval === undefined || pValue === undefined) return undefined
  const difference = candidate.successes / candidate.trials - baseline.successes / baseline.trials
  const direction = difference > 0 ? 'better' : 'worse'
  const verdict = pValue < 1 - confidence ? direction : 'no-difference-shown'
  return { difference, interval, pValue, test: exact ? 'fisher' : 'z', verdict }
}

/** The pooled two-sided z test; for many trials. `undefined` when either side had no trial. */
export function twoProportionTest(left: Proportion, right: Proportion): number | undefined {
  requireProportion(left)
  requireProportion(right)
  if (left.trials === 0 || right.trials === 0) return undefined
  const pooled = (left.successes + right.successes) / (left.trials + right.trials)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / left.trials + 1 / right.trials))
  if (error === 0) return 1
  const z = Math.abs(left.successes / left.trials - right.successes / right.trials) / error
  return Math.min(1, 2 * normalUpperTail(z))
}
