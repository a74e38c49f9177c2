import type { Rate, Rates } from './model-price.ts'
import { readCondition, type Condition } from './price-condition.ts'
import { parseRule, type NameTest } from './match-rule.ts'

/**
 * The table is one text, so that importing it costs next to nothing; a provider's section is read when it is
 * first asked for. Lines, written by `scripts/gen-prices.ts`:
 *
 *     %provider provider-rule model-rule fallback,fallback      `-` for a rule the provider does not have
 *     model prices [rule]                                       no rule: the name is the id
 *
 * Prices are variants joined by `;`, a variant is `input,output,cacheRead,cacheWrite,reasoning,perRequest` with
 * an optional `2026-03-13!` or `01:00/04:00!` in front (from that day, between those hours, UTC), and a rate is
 * `5` or, with long-context steps, `5>200000:10`. `0` is free; `?` is billed in something other than tokens.
 */
export interface PricedModel {
  readonly id: string
  readonly matches: NameTest
  /** As written in the table; `readVariants` reads it, for the one model in a section that is wanted. */
  readonly prices: string
}

export interface Variant {
  readonly when?: Condition
  readonly rates: Rates
}

export interface PricedProvider {
  readonly id: string
  readonly isNamed: NameTest | undefined
  readonly ownsModel: NameTest | undefined
  readonly fallbacks: readonly string[]
  readonly models: () => readonly PricedModel[]
}

export function readTable(table: string): readonly PricedProvider[] {
  return table
    .split('\n%')
    .filter((section) => section.trim() !== '')
    .map(readProvider)
}

function readProvider(section: string): PricedProvider {
  const headEnd = section.indexOf('\n')
  const [id = '', named = '-', owns = '-', fallbacks = '-'] = section.slice(0, headEnd).split(' ')
  let models: readonly PricedModel[] | undefined
  return {
    id,
    isNamed: named === '-' ? undefined : parseRule(named, id),
    ownsModel: owns === '-' ? undefined : parseRule(owns, id),
    fallbacks: fallbacks === '-' ? [] : fallbacks.split(','),
    models: () =>
      (models ??= section
        .slice(headEnd + 1)
        .trimEnd()
        .split('\n')
        .map(readModel)),
  }
}

function readModel(line: string): PricedModel {
  const idEnd = line.indexOf(' ')
  const id = line.slice(0, idEnd)
  const pricesEnd = line.indexOf(' ', idEnd + 1)
  if (pricesEnd < 0) return { id, matches: (name) => name === id, prices: line.slice(idEnd + 1) }
  return { id, matches: parseRule(line.slice(pricesEnd + 1), id), prices: line.slice(idEnd + 1, pricesEnd) }
}

/** The last variant in force counts; the first has no condition. Empty: not priced by token. */
export function readVariants(prices: string): readonly Variant[] {
  return prices === '?' ? [] : prices.split(';').map(readVariant)
}

function readVariant(text: string): Variant {
  const mark = text.indexOf('!')
  const rates = readRates(text.slice(mark + 1))
  return mark < 0 ? { rates } : { when: readCondition(text.slice(0, mark)), rates }
}

function readRates(text: string): Rates {
  const [input = '', output = '', cacheRead = '', cacheWrite = '', reasoning = '', perRequest = ''] =
    text.split(',')
  return {
    input: readRate(input),
    output: readRate(output),
    ...(cacheRead !== '' && { cacheRead: readRate(cacheRead) }),
    ...(cacheWrite !== '' && { cacheWrite: readRate(cacheWrite) }),
    ...(reasoning !== '' && { reasoning: readRate(reasoning) }),
    ...(perRequest !== '' && { perRequestUsd: Number(perRequest) }),
  }
}

function readRate(text: string): Rate {
  const [base = '0', ...steps] = text.split('>')
  if (steps.length === 0) return Number(base)
  const tiers = steps.map((step) => {
    const [above, price] = step.split(':').map(Number)
    return { aboveTokens: above!, usdPerMillion: price! }
  })
  return { base: Number(base), tiers }
}
