import { expect, test } from 'vitest'
import { holm } from './holm.ts'
import { mantelHaenszel } from './mantel-haenszel.ts'

test('p-values are adjusted step by step, in their own order', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
  expect(holm([0.9, 0.001])).toEqual([0.9, 0.002])
  expect(holm([0.6, 0.7])).toEqual([1, 1])
  expect(holm([])).toEqual([])
})

test('admissions by department show no common difference, as the textbook says', () => {
  const departments = [
    [512, 313, 89, 19],
    [353, 207, 17, 8],
    [120, 205, 202, 391],
    [138, 279, 131, 244],
    [53, 138, 94, 299],
    [22, 351, 24, 317],
  ] as const
  const strata = departments.map(([men, menRejected, women, womenRejected]) => ({
    candidate: { successes: men, trials: men + menRejected },
    baseline: { successes: women, trials: women + womenRejected },
  }))
  expect(mantelHaenszel(strata)).toBeCloseTo(0.2323, 3)
})

test('strata without trials or without any difference to see say nothing', () => {
  const side = (successes: number, trials: number) => ({ successes, trials })
  expect(mantelHaenszel([])).toBeUndefined()
  expect(mantelHaenszel([{ candidate: side(0, 0), baseline: side(3, 5) }])).toBeUndefined()
  expect(mantelHaenszel([{ candidate: side(5, 5), baseline: side(5, 5) }])).toBeUndefined()
})

test('small losses in one direction add up', () => {
  const loss = { candidate: { successes: 14, trials: 20 }, baseline: { successes: 18, trials: 20 } }
  const alone = mantelHaenszel([loss])!
  const together = mantelHaenszel(Array.from({ length: 10 }, () => loss))!
  expect(alone).toBeGreaterThan(0.05)
  expect(together).toBeLessThan(0.001)
})
