import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomStream } from '../kit/random.ts'
import {
  NO_MOMENTS,
  addValue,
  betaQuantile,
  clopperPearson,
  compareProportions,
  expectedSprtTrials,
  expectedTrialsToAccept,
  fisherExact,
  frechetBound,
  hoeffdingTrials,
  meanOf,
  newcombe,
  noiseFloor,
  normalUpperQuantile,
  normalUpperTail,
  passHatK,
  pipelineBounds,
  quantile,
  startSprt,
  strictPassHatK,
  trialsNeeded,
  twoProportionTest,
  updateSprt,
  varianceOf,
  wilson,
  type Proportion,
  type SprtParameters,
} from './index.ts'

const CORPUS = join(import.meta.dirname, '../../corpus/metrics')
const NO_TRIALS = { successes: 0, trials: 0 }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the shape of its file
function cases<Case>(name: string): readonly Case[] {
  const file = JSON.parse(readFileSync(join(CORPUS, `${name}.json`), 'utf8')) as { cases: readonly Case[] }
  expect(file.cases.length).toBeGreaterThan(0)
  return file.cases
}

function expectClose(actual: number | undefined, expected: number, tolerance = 1e-9): void {
  if (actual === expected) return
  const error = Math.abs((actual ?? Number.NaN) - expected) / Math.abs(expected)
  expect(error, `${actual} is not ${expected}`).toBeLessThanOrEqual(tolerance)
}

const proportions = fc
  .integer({ min: 1, max: 5000 })
  .chain((trials) =>
    fc.record({ successes: fc.integer({ min: 0, max: trials }), trials: fc.constant(trials) }),
  )
const probabilities = fc.double({ min: 0, max: 1, noNaN: true })
const confidences = fc.double({ min: 0.5, max: 0.9999, noNaN: true })

interface IntervalCase extends Proportion {
  readonly confidence: number
  readonly lower: number
  readonly upper: number
}

describe('intervals', () => {
  test('Clopper–Pearson agrees with scipy, up to a million trials, none or all of them passed', () => {
    for (const { confidence, lower, upper, ...proportion } of cases<IntervalCase>('clopper-pearson')) {
      const interval = clopperPearson(proportion, confidence)
      expectClose(interval?.lower, lower)
      expectClose(interval?.upper, upper)
    }
  })

  test('Wilson agrees with scipy', () => {
    for (const { confidence, lower, upper, ...proportion } of cases<IntervalCase>('wilson')) {
      const interval = wilson(proportion, confidence)
      expectClose(interval?.lower, lower)
      expectClose(interval?.upper, upper)
    }
  })

  test('quantiles of the beta distribution agree with scipy on hard cases', () => {
    for (const { probability, a, b, x } of cases<{ probability: number; a: number; b: number; x: number }>(
      'beta-quantile',
    ))
      expectClose(betaQuantile(probability, a, b), x, 1e-14)
  })

  test('tails and quantiles of the normal distribution agree with scipy', () => {
    for (const { tail, z } of cases<{ tail: number; z: number }>('normal')) {
      expectClose(normalUpperTail(z), tail, 1e-11 * Math.max(1, z * z))
      if (tail < 0.99 && z !== 0) expectClose(normalUpperQuantile(tail), z, 1e-12)
    }
  })

  test('no trials give no interval', () => {
    expect(wilson(NO_TRIALS)).toBeUndefined()
    expect(clopperPearson(NO_TRIALS)).toBeUndefined()
    expect(newcombe(NO_TRIALS, { successes: 1, trials: 1 })).toBeUndefined()
  })

  test('every interval lies in 0…1, contains the estimate, and is mirrored when failures are counted', () => {
    fc.assert(
      fc.property(proportions, confidences, (proportion, confidence) => {
        const share = proportion.successes / proportion.trials
        for (const method of [wilson, clopperPearson]) {
          const { lower, upper } = method(proportion, confidence) ?? expect.fail('no interval')
          expect(lower).toBeGreaterThanOrEqual(0)
          expect(lower).toBeLessThanOrEqual(share)
          expect(upper).toBeGreaterThanOrEqual(share)
          expect(upper).toBeLessThanOrEqual(1)
          const failures = { successes: proportion.trials - proportion.successes, trials: proportion.trials }
          expect(method(failures, confidence)?.lower).toBeCloseTo(1 - upper, 10)
        }
      }),
    )
  })

  test('none or all passed puts an end of the interval at exactly 0 or 1', () => {
    for (let trials = 1; trials <= 300; trials += 1)
      for (const method of [wilson, clopperPearson]) {
        expect(method({ successes: 0, trials })?.lower).toBe(0)
        expect(method({ successes: trials, trials })?.upper).toBe(1)
      }
  })

  test('impossible counts and confidences are errors that name the parameter', () => {
    expect(() => wilson({ successes: 3, trials: 2 })).toThrow('successes must not exceed trials: 3 of 2')
    expect(() => clopperPearson({ successes: 1, trials: 2.5 })).toThrow('trials must be a whole number')
    expect(() => wilson({ successes: -1, trials: 2 })).toThrow('successes must be a whole number')
    expect(() => clopperPearson({ successes: 1, trials: 2 }, 1)).toThrow(
      'confidence must lie strictly between 0 and 1',
    )
    expect(() => betaQuantile(0.5, 0, 1)).toThrow('a and b must be above 0')
  })
})

interface TwoProportionsCase {
  readonly left: Proportion
  readonly right: Proportion
  readonly fisher: number
  readonly z: number
  readonly lower: number
  readonly upper: number
}

describe('two proportions', () => {
  test("Fisher's exact test, the z test and Newcombe's interval agree with scipy", () => {
    for (const { left, right, fisher, z, lower, upper } of cases<TwoProportionsCase>('two-proportions')) {
      expectClose(fisherExact(left, right), fisher)
      expectClose(twoProportionTest(left, right), z)
      expect(newcombe(left, right)?.lower).toBeCloseTo(lower, 9)
      expect(newcombe(left, right)?.upper).toBeCloseTo(upper, 9)
    }
  })

  test('a small drop is noise, a large one is worse, a large rise is better', () => {
    const [low, high] = [
      { successes: 12, trials: 20 },
      { successes: 19, trials: 20 },
    ]
    expect(compareProportions(low, high)).toMatchObject({ verdict: 'worse', test: 'fisher' })
    expect(compareProportions(high, low)).toMatchObject({ verdict: 'better' })
    expect(compareProportions({ successes: 18, trials: 20 }, high)).toMatchObject({
      verdict: 'no-difference-shown',
    })
    const many = { successes: 9_000, trials: 10_000 }
    expect(compareProportions(many, { successes: 9_500, trials: 10_000 })).toMatchObject({
      verdict: 'worse',
      test: 'z',
    })
  })

  test('a side without trials cannot be compared', () => {
    const side = { successes: 1, trials: 1 }
    for (const compare of [compareProportions, fisherExact, twoProportionTest]) {
      expect(compare(NO_TRIALS, side)).toBeUndefined()
      expect(compare(side, NO_TRIALS)).toBeUndefined()
    }
  })

  test('swapping the sides turns the difference around and leaves the chance as it is', () => {
    fc.assert(
      fc.property(proportions, proportions, (left, right) => {
        const one = compareProportions(left, right) ?? expect.fail('no comparison')
        const other = compareProportions(right, left) ?? expect.fail('no comparison')
        expect(one.pValue).toBeCloseTo(other.pValue, 8)
        expect(one.interval.lower).toBeCloseTo(-other.interval.upper, 10)
        expect(one.interval.lower).toBeLessThanOrEqual(one.difference)
        expect(one.interval.upper).toBeGreaterThanOrEqual(one.difference)
      }),
    )
  })
})

function runUntilDecided(parameters: SprtParameters, passed: boolean) {
  let sequence = startSprt(parameters)
  while (sequence.decision === 'continue') sequence = updateSprt(sequence, passed)
  return sequence
}

describe('sequential tests', () => {
  const parameters = { p0: 0.85, p1: 0.95, alpha: 0.05, beta: 0.1 }

  test.each([
    { p0: 0.85, p1: 0.95, alpha: 0.05, beta: 0.1, passes: 26 },
    { p0: 0.9, p1: 0.95, alpha: 0.05, beta: 0.05, passes: 55 },
    { p0: 0.9, p1: 0.95, alpha: 0.05, beta: 0.1, passes: 54 },
  ])(
    '$passes passes in a row accept p1=$p1 over p0=$p0 at alpha=$alpha, beta=$beta',
    ({ passes, ...given }) => {
      expect(runUntilDecided(given, true)).toMatchObject({ decision: 'accept', passes, failures: 0 })
    },
  )

  test('the log likelihood ratio at the accepting trial is the reference value', () => {
    expect(runUntilDecided(parameters, true).logLikelihoodRatio).toBeCloseTo(2.891867, 6)
  })

  test('three failures in a row reject', () => {
    expect(runUntilDecided(parameters, false)).toMatchObject({ decision: 'reject', passes: 0, failures: 3 })
  })

  test('after a decision further trials return the very same result', () => {
    const decided = runUntilDecided(parameters, true)
    expect(updateSprt(decided, false)).toBe(decided)
    const rejected = runUntilDecided(parameters, false)
    expect(updateSprt(rejected, true)).toBe(rejected)
  })

  test('a test stored as JSON goes on where it stopped', () => {
    const started = updateSprt(updateSprt(startSprt(parameters), true), false)
    const stored = JSON.parse(JSON.stringify(started)) as typeof started
    expect(updateSprt(stored, true)).toEqual(updateSprt(started, true))
  })

  test.each([
    [{ p0: 0 }, 'p0 must lie strictly between 0 and 1'],
    [{ p1: 1 }, 'p1 must lie strictly between 0 and 1'],
    [{ alpha: 0 }, 'alpha must lie strictly between 0 and 1'],
    [{ beta: Number.NaN }, 'beta must lie strictly between 0 and 1'],
    [{ p0: 0.95 }, 'p0 must be strictly less than p1'],
    [{ alpha: 0.5, beta: 0.5 }, 'alpha and beta must sum to less than 1'],
  ])('%o is refused by name', (wrong, message) => {
    expect(() => startSprt({ ...parameters, ...wrong })).toThrow(message)
    expect(() => expectedSprtTrials({ ...parameters, ...wrong }, 0.9)).toThrow(message)
  })

  test('in two thousand seeded tests at p0 and at p1 the error rates and the mean duration are as promised', () => {
    for (const [passRate, wrong, errorRate] of [
      [0.85, 'accept', 0.05],
      [0.95, 'reject', 0.1],
    ] as const) {
      const random = randomStream(4117, `sprt:${passRate}`)
      let [errors, trials] = [0, 0]
      for (let run = 0; run < 2000; run += 1) {
        let sequence = startSprt(parameters)
        while (sequence.decision === 'continue') sequence = updateSprt(sequence, random() < passRate)
        errors += sequence.decision === wrong ? 1 : 0
        trials += sequence.passes + sequence.failures
      }
      expect(errors / 2000).toBeLessThan(errorRate * 1.2)
      // because Wald neglects the overshoot, real tests run a little longer
      expect(trials / 2000 / expectedSprtTrials(parameters, passRate)).toBeGreaterThan(0.95)
      expect(trials / 2000 / expectedSprtTrials(parameters, passRate)).toBeLessThan(1.35)
    }
  })

  test('the expected number of trials is the known one at p0, at p1 and at the ends, and peaks between', () => {
    const at = (passRate: number) => expectedSprtTrials(parameters, passRate)
    const [accept, reject] = [Math.log(0.9 / 0.05), Math.log(0.1 / 0.95)]
    const [pass, fail] = [Math.log(0.95 / 0.85), Math.log(0.05 / 0.15)]
    expectClose(at(0.95), (0.9 * accept + 0.1 * reject) / (0.95 * pass + 0.05 * fail))
    expectClose(at(0.85), (0.05 * accept + 0.95 * reject) / (0.85 * pass + 0.15 * fail))
    expectClose(at(1), accept / pass)
    expectClose(at(0), reject / fail)
    const balanced = -fail / (pass - fail)
    expectClose(at(balanced), at(balanced + 1e-5), 1e-3)
    expect(at(balanced)).toBeGreaterThan(at(0.95))
    expect(at(balanced)).toBeGreaterThan(at(0.85))
  })

  test('the estimate by divergence is ln(1/alpha)/KL, and none is expected at or below p0', () => {
    expectClose(expectedTrialsToAccept(1, 0.9, 0.05), Math.log(20) / Math.log(1 / 0.9))
    expect(expectedTrialsToAccept(0.9, 0.9, 0.05)).toBeUndefined()
    expect(() => expectedTrialsToAccept(0.95, 1, 0.05)).toThrow('p0')
    expect(() => expectedTrialsToAccept(0.95, 0.9, 0)).toThrow('alpha')
  })
})

describe('how many trials', () => {
  test("Hoeffding's number for 0.05 and 0.05 is 738", () => {
    expect(hoeffdingTrials(0.05, 0.05)).toBe(738)
    expect(() => hoeffdingTrials(1, 0.05)).toThrow('alpha')
    expect(() => hoeffdingTrials(0.05, 0)).toThrow('epsilon')
  })

  test('the trials needed for a bar agree with scipy', () => {
    interface Case {
      readonly bar: number
      readonly confidence: number
      readonly failures: number
      readonly trials: number
    }
    for (const { bar, confidence, failures, trials } of cases<Case>('trials-needed'))
      expect(trialsNeeded(bar, confidence, failures), `${bar} ${confidence} ${failures}`).toBe(trials)
  })

  test('no number of trials shows a bar of 1, and any trial shows a bar of 0', () => {
    expect(trialsNeeded(1)).toBeUndefined()
    expect(trialsNeeded(0)).toBe(1)
    expect(() => trialsNeeded(1.2)).toThrow('bar')
  })
})

describe('pass^k', () => {
  test('the unbiased estimate is C(c, k) / C(n, k) for any k', () => {
    for (const { k, estimate, ...proportion } of cases<Proportion & { k: number; estimate: number }>(
      'pass-hat-k',
    ))
      expectClose(passHatK(proportion, k), estimate)
  })

  test('too few trials say nothing about k of them, and no trials nothing at all', () => {
    expect(passHatK({ successes: 5, trials: 5 }, 6)).toBeUndefined()
    expect(passHatK(NO_TRIALS, 1)).toBeUndefined()
    expect(strictPassHatK(NO_TRIALS)).toBeUndefined()
    expect(() => passHatK({ successes: 5, trials: 5 }, 0)).toThrow('k must be a whole number of at least 1')
  })

  test('strict means every trial', () => {
    expect(strictPassHatK({ successes: 8, trials: 8 })).toBe(true)
    expect(strictPassHatK({ successes: 7, trials: 8 })).toBe(false)
  })

  test('it is the pass rate at k = 1, never rises with k, and does not overflow', () => {
    fc.assert(
      fc.property(proportions, (proportion) => {
        expect(passHatK(proportion, 1)).toBeCloseTo(proportion.successes / proportion.trials, 12)
        const [some, all] = [
          passHatK(proportion, Math.ceil(proportion.trials / 2)),
          passHatK(proportion, proportion.trials),
        ]
        expect(all).toBe(strictPassHatK(proportion) === true ? 1 : 0)
        expect(some).toBeGreaterThanOrEqual(all as number)
        expect(some).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('composition', () => {
  test('a pipeline of three keeps the product of agents and handoffs', () => {
    const bounds = pipelineBounds([0.9, 0.8, 0.95], [0.99, 0.98])
    expectClose(bounds.independent, 0.9 * 0.8 * 0.95 * 0.99 * 0.98)
    expectClose(bounds.worstCase, 0.62)
  })

  test('one agent is its own bound, and the worst case never falls below 0', () => {
    expect(pipelineBounds([0.97], [])).toEqual({ independent: 0.97, worstCase: 0.97 })
    expect(frechetBound([0.3, 0.3])).toBe(0)
  })

  test('wrong counts and probabilities are errors that say which', () => {
    expect(() => pipelineBounds([], [])).toThrow('at least one agent')
    expect(() => pipelineBounds([0.9, 0.9], [])).toThrow(
      '2 agents have 1 handoff probabilities between them, not 0',
    )
    expect(() => pipelineBounds([0.9, 1.1], [1])).toThrow('agent 2 must be a probability')
    expect(() => pipelineBounds([0.9, 0.9], [-0.1])).toThrow('handoff 1 must be a probability')
    expect(() => frechetBound([Number.NaN])).toThrow('probability 1')
  })

  test('Fréchet ≤ product ≤ the weakest part', () => {
    fc.assert(
      fc.property(fc.array(probabilities, { minLength: 1, maxLength: 12 }), (agents) => {
        const { independent, worstCase } = pipelineBounds(
          agents,
          agents.slice(1).map(() => 1),
        )
        expect(independent).toBeLessThanOrEqual(Math.min(...agents))
        expect(worstCase).toBeLessThanOrEqual(independent + 1e-12)
        expect(worstCase).toBeLessThanOrEqual(Math.min(...agents))
        expect(worstCase).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

interface SampleCase {
  readonly values: readonly number[]
  readonly mean: number
  readonly variance: number | null
  readonly quantiles: Readonly<Record<string, number>>
}

describe('samples', () => {
  test('mean, variance and quantiles agree with numpy', () => {
    for (const { values, mean, variance, quantiles } of cases<SampleCase>('samples')) {
      const moments = values.reduce(addValue, NO_MOMENTS)
      expectClose(meanOf(moments), mean)
      if (variance === null) expect(varianceOf(moments)).toBeUndefined()
      else expectClose(varianceOf(moments), variance)
      for (const [level, value] of Object.entries(quantiles))
        expectClose(quantile(values, Number(level)), value)
    }
  })

  test('no values have no mean, no variance and no quantile', () => {
    expect(meanOf(NO_MOMENTS)).toBeUndefined()
    expect(varianceOf(NO_MOMENTS)).toBeUndefined()
    expect(quantile([], 0.5)).toBeUndefined()
    expect(() => quantile([1], 2)).toThrow('level')
  })

  test('the noise floor is how far repeated runs lie apart, and one run has none', () => {
    expectClose(noiseFloor([0.9, 0.94, 0.92], 1), 0.04)
    expect(noiseFloor([0.9])).toBeUndefined()
    expect(noiseFloor([0.9, 0.9, 0.9])).toBe(0)
  })
})
