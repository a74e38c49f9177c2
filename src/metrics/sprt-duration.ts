import { requireProbability, requireStrictlyInside } from './ranges.ts'
import { requireSprtParameters, sprtBounds, sprtSteps, type SprtParameters } from './sprt.ts'

/** Below this exponent Wald's quotient is 0/0 and its limit is used. */
const NEARLY_ZERO = 1e-4
const HALVINGS = 200

/** About how many trials the test takes when the true pass rate is `passRate` (Wald; overshoot neglected). */
export function expectedSprtTrials(parameters: SprtParameters, passRate: number): number {
  requireSprtParameters(parameters)
  requireProbability('passRate', passRate)
  const { accept, reject } = sprtBounds(parameters)
  const { perPass, perFailure } = sprtSteps(parameters)
  if (passRate === 1) return accept / perPass
  if (passRate === 0) return reject / perFailure
  const exponent = waldExponent(perPass, perFailure, passRate)
  if (Math.abs(exponent) < NEARLY_ZERO)
    return (-accept * reject) / (passRate * perPass ** 2 + (1 - passRate) * perFailure ** 2)
  const rejected = Math.expm1(exponent * accept) / (Math.exp(exponent * accept) - Math.exp(exponent * reject))
  return (rejected * reject + (1 - rejected) * accept) / (passRate * perPass + (1 - passRate) * perFailure)
}

/** ln(1/alpha) / KL(passRate ‖ p0): the usual estimate of an accepting test; `undefined` where none is to be expected. */
export function expectedTrialsToAccept(passRate: number, p0: number, alpha: number): number | undefined {
  requireProbability('passRate', passRate)
  requireStrictlyInside('p0', p0)
  requireStrictlyInside('alpha', alpha)
  if (passRate <= p0) return undefined
  const information = weighted(passRate, p0) + weighted(1 - passRate, 1 - p0)
  return -Math.log(alpha) / information
}

function weighted(share: number, reference: number): number {
  return share === 0 ? 0 : share * Math.log(share / reference)
}

/** The h ≠ 0 with E[e^(h·step)] = 1; that mean is convex in h and 1 at 0, so the root lies on the side where it dips. */
function waldExponent(perPass: number, perFailure: number, passRate: number): number {
  const excess = (h: number) =>
    passRate * Math.expm1(h * perPass) + (1 - passRate) * Math.expm1(h * perFailure)
  let far = passRate * perPass + (1 - passRate) * perFailure < 0 ? 1 : -1
  while (excess(far) < 0) far *= 2
  let near = 0
  for (let count = 0; count < HALVINGS; count += 1) {
    const middle = (near + far) / 2
    if (excess(middle) < 0) near = middle
    else far = middle
  }
  return far
}
