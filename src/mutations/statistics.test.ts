import { expect, test } from 'vitest'
import { mutationStatistics, robustnessScore, type MutationTrial } from './statistics.ts'

const WEIGHTS = { noise: 0.8, advanced_jailbreak: 2 }

function trials(type: string, ...outcomes: MutationTrial['outcome'][]): readonly MutationTrial[] {
  return outcomes.map((outcome) => ({ type, outcome }))
}

test('the score weighs what was passed against all that was run', () => {
  const all = [...trials('noise', 'pass', 'pass', 'fail'), ...trials('advanced_jailbreak', 'fail', 'pass')]
  expect(robustnessScore(all, WEIGHTS)).toBeCloseTo((0.8 + 0.8 + 2) / (3 * 0.8 + 2 * 2), 12)
})

test('an agent that did not answer has failed', () => {
  expect(robustnessScore(trials('noise', 'pass', 'error'), WEIGHTS)).toBe(0.5)
})

test('what was not run counts in neither sum', () => {
  expect(robustnessScore(trials('noise', 'pass', 'not-run', 'not-run'), WEIGHTS)).toBe(1)
})

test('a type of unknown weight counts one', () => {
  expect(
    robustnessScore([...trials('own', 'pass'), ...trials('advanced_jailbreak', 'fail')], WEIGHTS),
  ).toBeCloseTo(1 / 3, 12)
})

test('nothing measured is no score: neither 0 nor 100', () => {
  for (const nothing of [[], trials('noise', 'not-run')]) {
    expect(robustnessScore(nothing, WEIGHTS)).toBeUndefined()
    const statistics = mutationStatistics(nothing, WEIGHTS)
    expect(statistics).not.toHaveProperty('score')
    expect(statistics).not.toHaveProperty('passRate')
    expect(statistics).not.toHaveProperty('interval')
    expect(statistics.total).toBe(0)
  }
  expect(robustnessScore(trials('noise', 'pass'), { noise: 0 })).toBeUndefined()
})

test('every type has its own counts, rate and interval', () => {
  const all = [
    ...trials('noise', 'pass', 'fail', 'error', 'not-run'),
    ...trials('advanced_jailbreak', 'not-run'),
  ]
  expect(mutationStatistics(all, WEIGHTS)).toEqual({
    total: 3,
    passed: 1,
    failed: 2,
    errors: 1,
    notRun: 2,
    passRate: 1 / 3,
    interval: { lower: expect.closeTo(0.0615, 3), upper: expect.closeTo(0.7923, 3) },
    score: expect.closeTo(1 / 3, 12),
    byType: [
      {
        type: 'noise',
        weight: 0.8,
        total: 3,
        passed: 1,
        failed: 2,
        errors: 1,
        notRun: 1,
        passRate: 1 / 3,
        interval: { lower: expect.closeTo(0.0615, 3), upper: expect.closeTo(0.7923, 3) },
      },
      { type: 'advanced_jailbreak', weight: 2, total: 0, passed: 0, failed: 0, errors: 0, notRun: 1 },
    ],
  })
})

test('latencies are told when any was measured', () => {
  const all: MutationTrial[] = [10, 20, 30, 40].map((latencyMs) => ({
    type: 'noise',
    outcome: 'pass',
    latencyMs,
  }))
  expect(mutationStatistics(all, WEIGHTS).latency).toEqual({
    meanMs: 25,
    p50Ms: 25,
    p95Ms: expect.closeTo(38.5, 9),
    p99Ms: expect.closeTo(39.7, 9),
  })
})
