import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { costUsd, priceOf, type BilledTokens } from './index.ts'

interface PriceCase {
  readonly name: string
  readonly provider?: string
  readonly model: string
  readonly at?: string
  readonly usage?: BilledTokens
  readonly costUsd?: number
  readonly unknown?: true
}

const folder = join(import.meta.dirname, '../../corpus/prices')

for (const file of readdirSync(folder)) {
  describe(file, () => {
    const cases = parse(readFileSync(join(folder, file), 'utf8')) as PriceCase[]
    test.each(cases)('$name', ({ provider, model, at, usage, costUsd: expected, unknown }) => {
      const price = priceOf(provider, model, at === undefined ? undefined : Date.parse(at))
      if (unknown === true) expect(price).toBeUndefined()
      else if (expected === Infinity) expect(costUsd(usage!, price!)).toBe(Infinity)
      else expect(costUsd(usage!, price!)).toBeCloseTo(expected!, 9)
    })
  })
}

test('the same question gets the same object, so that a hot path allocates nothing', () => {
  expect(priceOf('anthropic', 'claude-opus-4-5')).toBe(priceOf('anthropic', 'claude-opus-4-5'))
})

test('an endless supply of made-up names does not lose a known one', () => {
  for (let index = 0; index < 5000; index += 1) expect(priceOf('openai', `made-up-${index}`)).toBeUndefined()
  expect(priceOf('openai', 'gpt-4.1')?.input).toBe(2)
})

test('a name of a megabyte is not in the table', () => {
  expect(priceOf('anthropic', `claude-opus-4-5${'x'.repeat(1_000_000)}`)).toBeUndefined()
})

test('asking in the past of the epoch still finds a time of day', () => {
  expect(priceOf('deepseek', 'deepseek-chat', Date.parse('1969-12-31T12:00:00Z'))?.input).toBe(0.27)
})
