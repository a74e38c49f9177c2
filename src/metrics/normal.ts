import { quantileByNewton } from './newton-quantile.ts'
import { requireStrictlyInside } from './ranges.ts'

const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI)
const SERIES_BELOW = 3
const FRACTION_DEPTH = 120

/** P(Z > z) of a standard normal, exact in the far tail where 1 − P would have lost its digits. */
export function normalUpperTail(z: number): number {
  return z < 0 ? 1 - normalUpperTail(-z) : Math.exp(logUpperTail(z))
}

/** The z with P(Z > z) = `tail`. */
export function normalUpperQuantile(tail: number): number {
  requireStrictlyInside('tail', tail)
  if (tail > 0.5) return -normalUpperQuantile(1 - tail)
  // the tail as a function of −z is a distribution function with a log-concave density
  const tailOfNegative = (negative: number) => {
    const log = logUpperTail(-negative)
    return { log, slope: Math.exp(logDensity(negative) - log) }
  }
  return -quantileByNewton(tailOfNegative, Math.log(tail), 0)
}

/** The z of a two-sided interval. */
export function zOfConfidence(confidence: number): number {
  requireStrictlyInside('confidence', confidence)
  return normalUpperQuantile((1 - confidence) / 2)
}

function logUpperTail(z: number): number {
  return z < SERIES_BELOW ? Math.log(0.5 - centralArea(z)) : logDensity(z) - Math.log(inverseMillsRatio(z))
}

function logDensity(z: number): number {
  return -0.5 * z * z - LOG_ROOT_TWO_PI
}

/** The area from 0 to z: density · (z + z³/3 + z⁵/15 + …), all terms of one sign. */
function centralArea(z: number): number {
  let term = z
  let sum = z
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return sum * Math.exp(logDensity(z))
}

/** z + 1/(z + 2/(z + 3/(z + …))), from the inside out. */
function inverseMillsRatio(z: number): number {
  let fraction = z
  for (let depth = FRACTION_DEPTH; depth > 0; depth -= 1) fraction = z + depth / fraction
  return fraction
}
