import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  calcPrice,
  findProvider,
  type MatchLogic,
  type ModelInfo,
  type Provider,
} from '@pydantic/genai-prices'
import { describe, expect, test } from 'vitest'
import { costUsd, priceOf, type BilledTokens } from './index.ts'
import { PRICE_TABLE } from './table.ts'

const USAGES: readonly BilledTokens[] = [
  { input: 1, output: 0 },
  { input: 1000, output: 500 },
  { input: 120_000, output: 8000, cacheRead: 90_000, cacheWrite: 7000 },
  { input: 200_000, output: 10 },
  { input: 200_001, output: 10, cacheRead: 1 },
  { input: 950_000, output: 30_000, cacheRead: 700_000, cacheWrite: 100_000, reasoning: 20_000 },
]

const MOMENTS = [
  '2025-01-01T00:00:00Z',
  '2026-08-20T02:30:00Z',
  '2026-08-21T09:59:59Z',
  '2026-10-01T23:00:00Z',
  '2027-06-01T12:00:00Z',
]

/** Sections of the table start with a bare provider id; the package's own list proves none is missing. */
const providers = [...PRICE_TABLE.matchAll(/^%(\S+)/gm)].map(([, id]) => findProvider({ providerId: id! })!)

function names(model: ModelInfo): string[] {
  const samples = (logic: MatchLogic): string[] => {
    if ('or' in logic) return logic.or.flatMap(samples)
    if ('and' in logic) return logic.and.flatMap(samples)
    if ('equals' in logic) return [logic.equals, `${logic.equals}-20260514`]
    if ('starts_with' in logic)
      return [logic.starts_with, `${logic.starts_with}-20260514`, `${logic.starts_with}-tts`]
    if ('ends_with' in logic) return [logic.ends_with, `x${logic.ends_with}`]
    if ('contains' in logic) return [logic.contains, `x-${logic.contains}-y`]
    const digits = logic.regex.replaceAll(/\\d\{(\d+)\}/g, (_, count: string) =>
      '98765432'.slice(0, Number(count)),
    )
    return [digits.replaceAll(/^\^|\$$|\\(?!d)/g, '').replaceAll('\\d', '9')]
  }
  return [model.id, model.id.toUpperCase(), ...samples(model.match)]
}

function theirUsage({ input, output, cacheRead, cacheWrite, reasoning }: BilledTokens) {
  return {
    input_tokens: input,
    output_tokens: output,
    ...(cacheRead !== undefined && { cache_read_tokens: cacheRead }),
    ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
    ...(reasoning !== undefined && { output_reasoning_tokens: reasoning }),
  }
}

const isByToken = (price: Record<string, unknown>): boolean =>
  Object.keys(price).length === 0 || price['input_mtok'] !== undefined || price['output_mtok'] !== undefined

/** Every disagreement between the table and the package, in words. */
function disagreements(provider: Provider, name: string, at: Date): string[] {
  const ours = priceOf(provider.id, name, at.getTime())
  return USAGES.flatMap((usage) => {
    const theirs = calcPrice(theirUsage(usage), name, { providerId: provider.id, timestamp: at })
    // a name the package does not know may be found by our wider spellings; that is tested by hand
    if (theirs === null) return []
    const expected = isByToken(theirs.model_price) ? theirs.total_price : undefined
    const actual = ours && costUsd(usage, ours)
    const agree =
      expected === actual ||
      Math.abs((expected ?? NaN) - (actual ?? NaN)) <= 1e-9 * Math.max(1, expected ?? 0)
    return agree
      ? []
      : [
          `${provider.id} ${name} ${at.toISOString()} ${JSON.stringify(usage)}: ${actual}, expected ${expected}`,
        ]
  })
}

describe('every model of the price data costs what the data says', () => {
  test.each(providers.map((provider) => [provider.id, provider] as const))('%s', (_, provider) => {
    expect(provider.models.length).toBeGreaterThan(0)
    const wrong = provider.models.flatMap((model) =>
      names(model).flatMap((name) =>
        MOMENTS.slice(Array.isArray(model.prices) ? 0 : -1).flatMap((at) =>
          disagreements(provider, name, new Date(at)),
        ),
      ),
    )
    expect(wrong).toEqual([])
  })
})

test('a model named without its provider is found where the price data finds it', () => {
  const at = new Date(MOMENTS.at(-1)!)
  const wrong = providers.flatMap((provider) =>
    provider.models.flatMap(({ id }) => {
      const theirs = calcPrice({ input_tokens: 1000, output_tokens: 500 }, id, { timestamp: at })
      if (theirs === null || !isByToken(theirs.model_price)) return []
      const ours = priceOf(undefined, id, at.getTime())
      const cost = ours && costUsd({ input: 1000, output: 500 }, ours)
      return cost !== undefined && Math.abs(cost - theirs.total_price) < 1e-12
        ? []
        : [`${id}: ${cost}, expected ${theirs.total_price}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('no provider of the price data is missing from the table', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('@pydantic/genai-prices'), 'utf8')
  expect(providers).toHaveLength([...source.matchAll(/\bapi_pattern:/g)].length)
})

test('the committed table is what the script writes', () => {
  const check = () =>
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/gen-prices.ts', '--check'], { stdio: 'pipe' })
  expect(check).not.toThrow()
})
