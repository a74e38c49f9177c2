import { expect, test } from 'vitest'
import { randomStream } from './random.ts'

test('the same seed and label give the same numbers', () => {
  const [left, right] = [randomStream(7, 'a'), randomStream(7, 'a')]
  expect(Array.from({ length: 10 }, left)).toEqual(Array.from({ length: 10 }, right))
})

test('another label or seed gives others', () => {
  const first = randomStream(7, 'a')()
  expect(randomStream(7, 'b')()).not.toBe(first)
  expect(randomStream(8, 'a')()).not.toBe(first)
})

test('the first draw of many streams is spread evenly, because many consumers draw only once', () => {
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 10_000; index += 1)
    buckets[Math.floor(randomStream(0, `label:${index}`)() * 10)]! += 1
  for (const count of buckets) {
    expect(count).toBeGreaterThan(850)
    expect(count).toBeLessThan(1150)
  }
})
