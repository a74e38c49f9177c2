/** One long-context step: it counts for the whole request once the input is longer than `aboveTokens`. */
export interface Tier {
  readonly aboveTokens: number
  readonly usdPerMillion: number
}

export interface TieredRate {
  readonly base: number
  readonly tiers: readonly Tier[]
}

/** USD per million tokens. */
export type Rate = number | TieredRate

/** What tokens cost. A missing rate falls back: cache to `input`, reasoning to `output`. */
export interface Rates {
  readonly input: Rate
  readonly output: Rate
  readonly cacheRead?: Rate
  readonly cacheWrite?: Rate
  readonly reasoning?: Rate
  /** A fixed charge on top of the tokens of each request. */
  readonly perRequestUsd?: number
}

/** Rates found in the table, under the table's own names. */
export interface ModelPrice extends Rates {
  readonly provider: string
  readonly model: string
}

/** Tokens as billed: `input` includes cached tokens, `output` includes reasoning. */
export interface BilledTokens {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

/** What one call costs. Counts that are negative or not numbers are taken as 0, so that they earn nothing. */
export function costUsd(usage: BilledTokens, rates: Rates): number {
  const cacheRead = tokens(usage.cacheRead)
  const cacheWrite = tokens(usage.cacheWrite)
  const reasoning = tokens(usage.reasoning)
  // the parts can only exceed the whole in a wrong report; then the parts are billed
  const input = Math.max(tokens(usage.input), cacheRead + cacheWrite)
  const output = Math.max(tokens(usage.output), reasoning)
  const millionths =
    charge(input - cacheRead - cacheWrite, rates.input, input) +
    charge(cacheRead, rates.cacheRead ?? rates.input, input) +
    charge(cacheWrite, rates.cacheWrite ?? rates.input, input) +
    charge(output - reasoning, rates.output, input) +
    charge(reasoning, rates.reasoning ?? rates.output, input)
  return millionths / 1e6 + (rates.perRequestUsd ?? 0)
}

function tokens(count: number | undefined): number {
  return count !== undefined && count > 0 ? count : 0
}

function charge(count: number, rate: Rate, inputTokens: number): number {
  const usdPerMillion = typeof rate === 'number' ? rate : tierPrice(rate, inputTokens)
  // a count of Infinity must stay infinitely dear, and must not turn a free model into NaN
  return usdPerMillion === 0 || !(count > 0) ? 0 : count * usdPerMillion
}

function tierPrice({ base, tiers }: TieredRate, inputTokens: number): number {
  let price = base
  for (const tier of tiers) if (inputTokens > tier.aboveTokens) price = tier.usdPerMillion
  return price
}
