import { normalUpperTail } from './normal.ts'
import { requireProportion, type Proportion } from './proportion.ts'

export interface Stratum {
  readonly candidate: Proportion
  readonly baseline: Proportion
}

/**
 * The chance, were candidate and baseline the same in every stratum, of a common difference this large
 * (Cochran–Mantel–Haenszel with continuity correction, two-sided). Many small differences in one direction add up
 * where no stratum alone would tell. `undefined` when no stratum can tell anything.
 */
export function mantelHaenszel(strata: readonly Stratum[]): number | undefined {
  let excess = 0
  let variance = 0
  for (const { candidate, baseline } of strata) {
    requireProportion(candidate)
    requireProportion(baseline)
    const trials = candidate.trials + baseline.trials
    const successes = candidate.successes + baseline.successes
    if (candidate.trials === 0 || baseline.trials === 0) continue
    excess += candidate.successes - (candidate.trials * successes) / trials
    variance +=
      (candidate.trials * baseline.trials * successes * (trials - successes)) /
      (trials * trials * (trials - 1))
  }
  if (variance === 0) return undefined
  const z = Math.max(0, Math.abs(excess) - 0.5) / Math.sqrt(variance)
  return Math.min(1, 2 * normalUpperTail(z))
}
