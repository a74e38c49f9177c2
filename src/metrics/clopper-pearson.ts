import { betaQuantile, betaUpperQuantile } from './beta-quantile.ts'
import { DEFAULT_CONFIDENCE, requireProportion, type Interval, type Proportion } from './proportion.ts'
import { requireStrictlyInside } from './ranges.ts'

/**
 * The exact interval: it covers the true share at least as often as `confidence` says, for any number of
 * trials. `undefined` when there was no trial.
 */
export function clopperPearson(
  proportion: Proportion,
  confidence = DEFAULT_CONFIDENCE,
): Interval | undefined {
  requireProportion(proportion)
  requireStrictlyInside('confidence', confidence)
  if (proportion.trials === 0) return undefined
  const tail = (1 - confidence) / 2
  return { lower: exactLowerBound(proportion, tail), upper: exactUpperBound(proportion, tail) }
}

/** The one-sided bound: were the true share lower, this many successes would be rarer than `tail`. */
export function exactLowerBound({ successes, trials }: Proportion, tail: number): number {
  if (successes === 0) return 0
  if (successes === trials) return Math.exp(Math.log(tail) / trials)
  return betaQuantile(tail, successes, trials - successes + 1)
}

export function exactUpperBound({ successes, trials }: Proportion, tail: number): number {
  if (successes === trials) return 1
  if (successes === 0) return -Math.expm1(Math.log(tail) / trials)
  return betaUpperQuantile(tail, successes + 1, trials - successes)
}
