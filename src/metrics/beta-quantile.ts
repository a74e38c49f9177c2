import { logBetaWeight, logIncompleteBeta } from './incomplete-beta.ts'
import { quantileByNewton } from './newton-quantile.ts'
import { requireProbability } from './ranges.ts'

/** The x with I_x(a, b) = `probability`. */
export function betaQuantile(probability: number, a: number, b: number): number {
  requireBeta(probability, a, b)
  if (probability === 0 || probability === 1) return probability
  return probability <= 0.5 ? expit(lowerLogit(probability, a, b)) : expit(-lowerLogit(1 - probability, b, a))
}

/** The x with 1 − I_x(a, b) = `tail`, for tails too small to survive being subtracted from 1. */
export function betaUpperQuantile(tail: number, a: number, b: number): number {
  requireBeta(tail, a, b)
  if (tail === 0 || tail === 1) return 1 - tail
  return tail <= 0.5 ? expit(-lowerLogit(tail, b, a)) : expit(lowerLogit(1 - tail, a, b))
}

function requireBeta(probability: number, a: number, b: number): void {
  requireProbability('probability', probability)
  if (!(a > 0 && b > 0)) throw new RangeError(`a and b must be above 0, not ${a} and ${b}`)
}

/** Solved in ln(x / (1 − x)), where a beta variable has a log-concave density and both ends keep their digits. */
function lowerLogit(probability: number, a: number, b: number): number {
  const distribution = (logit: number) => {
    const [x, y] = [expit(logit), expit(-logit)]
    const log = logIncompleteBeta(a, b, x, y)
    return { log, slope: Math.exp(logBetaWeight(a, b, x, y) - log) }
  }
  return quantileByNewton(distribution, Math.log(probability), Math.log(a / b))
}

function expit(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
