import { logIncompleteBeta } from './incomplete-beta.ts'
import { DEFAULT_CONFIDENCE } from './proportion.ts'
import { requireCount, requireProbability, requireStrictlyInside } from './ranges.ts'

/**
 * The fewest trials that show a pass rate of at least `bar`, when at most `failures` of them fail: the exact
 * one-sided lower bound then reaches the bar. `undefined` for a bar of 1, which no number of trials can show.
 */
export function trialsNeeded(bar: number, confidence = DEFAULT_CONFIDENCE, failures = 0): number | undefined {
  requireProbability('bar', bar)
  requireStrictlyInside('confidence', confidence)
  requireCount('failures', failures)
  if (bar === 1) return undefined
  const logTail = Math.log1p(-confidence)
  // the chance of so few failures at a true rate of exactly `bar` falls with every further trial
  const shows = (trials: number) => logIncompleteBeta(trials - failures, failures + 1, bar) <= logTail
  return firstThat(shows, failures + 1)
}

function firstThat(holds: (count: number) => boolean, least: number): number {
  let high = least
  while (!holds(high)) high *= 2
  let low = least
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return high
}
