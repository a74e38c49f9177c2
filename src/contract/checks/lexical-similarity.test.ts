import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { lexicalSimilarity } from './lexical-similarity.ts'

const score = (left: string, right: string) => lexicalSimilarity.score(left, right)

test('a text is like itself, and as like another as the other is like it', () => {
  assert(
    property(string(), string(), (left, right) => {
      const found = score(left, right)
      expect(score(left, left)).toBe(1)
      expect(found).toBeCloseTo(score(right, left), 12)
      expect(found).toBeGreaterThanOrEqual(0)
      expect(found).toBeLessThanOrEqual(1)
    }),
  )
})

test('texts that share nothing score nothing', () => {
  expect(score('abc', 'xyz')).toBe(0)
  expect(score('', 'xyz')).toBe(0)
  expect(score('🙂🙂🙂', 'xyz')).toBe(0)
})

test('a small change scores higher than a large one', () => {
  const text = 'The order was shipped on Monday morning'
  const near = score(text, 'The order was shipped on Tuesday morning')
  const far = score(text, 'The order was lost and will be refunded')
  expect(near).toBeGreaterThan(far)
  expect(far).toBeGreaterThan(score(text, 'Photosynthesis happens in green leaves'))
})
