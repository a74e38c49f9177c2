import { DEFAULT_CONFIDENCE, type Interval, type Proportion } from './proportion.ts'
import { wilson } from './wilson.ts'

/**
 * An interval for the share of `left` less the share of `right`, squared together from the two Wilson
 * intervals (Newcombe's hybrid score). `undefined` when either side had no trial.
 */
export function newcombe(
  left: Proportion,
  right: Proportion,
  confidence = DEFAULT_CONFIDENCE,
): Interval | undefined {
  const [leftInterval, rightInterval] = [wilson(left, confidence), wilson(right, confidence)]
  if (leftInterval === undefined || rightInterval === undefined) return undefined
  const [leftShare, rightShare] = [left.successes / left.trials, right.successes / right.trials]
  const difference = leftShare - rightShare
  const below = Math.hypot(leftShare - leftInterval.lower, rightInterval.upper - rightShare)
  const above = Math.hypot(leftInterval.upper - leftShare, rightShare - rightInterval.lower)
  return { lower: Math.max(-1, difference - below), upper: Math.min(1, difference + above) }
}
