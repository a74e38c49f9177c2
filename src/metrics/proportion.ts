import { requireCount } from './ranges.ts'

/** How many of a number of independent trials succeeded. */
export interface Proportion {
  readonly successes: number
  readonly trials: number
}

export interface Interval {
  readonly lower: number
  readonly upper: number
}

export const DEFAULT_CONFIDENCE = 0.95

/** The observed share; `undefined` when there was no trial. */
export function shareOf({ successes, trials }: Proportion): number | undefined {
  return trials === 0 ? undefined : successes / trials
}

export function requireProportion({ successes, trials }: Proportion): void {
  requireCount('trials', trials)
  requireCount('successes', successes)
  if (successes > trials) throw new RangeError(`successes must not exceed trials: ${successes} of ${trials}`)
}
