import { requireStrictlyInside } from './ranges.ts'

/** Tell a pass rate of `p0` or less from one of `p1` or more, with chances `alpha` and `beta` of being wrong. */
export interface SprtParameters {
  readonly p0: number
  readonly p1: number
  /** The chance of accepting what only passes at `p0`. */
  readonly alpha: number
  /** The chance of rejecting what passes at `p1`. */
  readonly beta: number
}

export type SprtDecision = 'accept' | 'reject' | 'continue'

/** A sequential probability ratio test under way. Feed it independent sessions or trials, not turns of one session. */
export interface Sprt {
  readonly parameters: SprtParameters
  readonly passes: number
  readonly failures: number
  readonly logLikelihoodRatio: number
  readonly decision: SprtDecision
}

export function startSprt(parameters: SprtParameters): Sprt {
  requireSprtParameters(parameters)
  return { parameters, passes: 0, failures: 0, logLikelihoodRatio: 0, decision: 'continue' }
}

/** After a decision further trials change nothing: looking again until it turns would void the error rates. */
export function updateSprt(test: Sprt, passed: boolean): Sprt {
  if (test.decision !== 'continue') return test
  const { parameters } = test
  const passes = test.passes + (passed ? 1 : 0)
  const failures = test.failures + (passed ? 0 : 1)
  const { perPass, perFailure } = sprtSteps(parameters)
  // from the counts and not step by step, so that rounding does not add up
  const logLikelihoodRatio = passes * perPass + failures * perFailure
  return {
    parameters,
    passes,
    failures,
    logLikelihoodRatio,
    decision: decide(parameters, logLikelihoodRatio),
  }
}

/** Where the log likelihood ratio decides: at or above `accept`, at or below `reject`. */
export function sprtBounds({ alpha, beta }: SprtParameters) {
  return { accept: Math.log((1 - beta) / alpha), reject: Math.log(beta / (1 - alpha)) }
}

export function sprtSteps({ p0, p1 }: SprtParameters) {
  return { perPass: Math.log(p1 / p0), perFailure: Math.log((1 - p1) / (1 - p0)) }
}

export function requireSprtParameters({ p0, p1, alpha, beta }: SprtParameters): void {
  for (const [name, value] of Object.entries({ p0, p1, alpha, beta })) requireStrictlyInside(name, value)
  if (p0 >= p1) throw new RangeError(`p0 must be strictly less than p1, but ${p0} is not less than ${p1}`)
  if (alpha + beta >= 1) throw new RangeError(`alpha and beta must sum to less than 1, not ${alpha + beta}`)
}

function decide(parameters: SprtParameters, logLikelihoodRatio: number): SprtDecision {
  const { accept, reject } = sprtBounds(parameters)
  if (logLikelihoodRatio >= accept) return 'accept'
  return logLikelihoodRatio <= reject ? 'reject' : 'continue'
}
