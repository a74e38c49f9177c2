import { expect, test } from 'vitest'
import { countTokens, estimateCounter } from './index.ts'

test('plain English is about one token a word', () => {
  expect(countTokens('The quick brown fox jumps over the lazy dog.')).toBe(10)
})

test('nothing is no tokens', () => {
  expect(countTokens('')).toBe(0)
})

test.each([' ', '\n', '\t \n'])('a long run of %j is not free', (blank) => {
  expect(countTokens(blank.repeat(64_000))).toBeGreaterThanOrEqual((64_000 * blank.length) / 64)
})

test('an estimate says that it is one', () => {
  expect(estimateCounter.count('hello world', 'claude-opus-5')).toEqual({ tokens: 2, exact: false })
})
