import { zOfConfidence } from './normal.ts'
import { DEFAULT_CONFIDENCE, requireProportion, type Interval, type Proportion } from './proportion.ts'

/**
 * The score interval: short, inside [0, 1], and right on average; for a promise use Clopper–Pearson.
 * `undefined` when there was no trial.
 */
export function wilson(proportion: Proportion, confidence = DEFAULT_CONFIDENCE): Interval | undefined {
  requireProportion(proportion)
  const z = zOfConfidence(confidence)
  const { successes, trials } = proportion
  if (trials === 0) return undefined
  const share = successes / trials
  const shrink = (z * z) / trials
  const centre = share + shrink / 2
  const spread = Math.sqrt(shrink * (share * (1 - share) + shrink / 4))
  return {
    lower: Math.max(0, (centre - spread) / (1 + shrink)),
    // because the quotient of two equal sums may round to just below 1
    upper: successes === trials ? 1 : Math.min(1, (centre + spread) / (1 + shrink)),
  }
}
