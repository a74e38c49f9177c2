/** The logarithm of a distribution function at one place, and its slope there. */
export interface LogDistribution {
  readonly log: number
  readonly slope: number
}

const MAX_STEPS = 200
const RELATIVE_STEP = 1e-15

/**
 * Where the logarithm of a distribution function reaches `logTarget`. A log-concave density makes that
 * logarithm concave, so the tangent's root never lies right of the true one: after the first step Newton's
 * method climbs to it from the left, from any start, without a bracket.
 */
export function quantileByNewton(
  distribution: (at: number) => LogDistribution,
  logTarget: number,
  start: number,
): number {
  let at = start
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const { log, slope } = distribution(at)
    const step = (logTarget - log) / slope
    at += step
    if (Math.abs(step) <= RELATIVE_STEP * Math.max(1, Math.abs(at))) break
  }
  return at
}
