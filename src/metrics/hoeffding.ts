import { requireStrictlyInside } from './ranges.ts'

/** Trials that put the observed share within `epsilon` of the true one, but for a chance of `alpha`. */
export function hoeffdingTrials(alpha: number, epsilon: number): number {
  requireStrictlyInside('alpha', alpha)
  if (!(epsilon > 0)) throw new RangeError(`epsilon must be above 0, not ${epsilon}`)
  return Math.ceil(Math.log(2 / alpha) / (2 * epsilon * epsilon))
}
