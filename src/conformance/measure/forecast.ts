import type { ForecastReport, ScenarioReport } from './report-shape.ts'

export interface ForecastOptions {
  readonly runsPerDay: number
  readonly pricePerMtok?: number
}

const DAYS = 30
const MILLION = 1_000_000

/** What so many successful runs a day would use; nothing when no trial succeeded. */
export function forecastOf(
  scenarios: readonly ScenarioReport[],
  tokensPerSuccess: number | null,
  { runsPerDay, pricePerMtok }: ForecastOptions,
): ForecastReport | null {
  if (tokensPerSuccess === null) return null
  const monthly = (tokens: number) => tokens * runsPerDay * DAYS
  const usd = (tokens: number) =>
    pricePerMtok === undefined ? null : (monthly(tokens) * pricePerMtok) / MILLION
  return {
    runs_per_day: runsPerDay,
    price_per_mtok: pricePerMtok ?? null,
    tokens_per_success: tokensPerSuccess,
    tokens_per_day: tokensPerSuccess * runsPerDay,
    tokens_per_month: monthly(tokensPerSuccess),
    usd_per_month: usd(tokensPerSuccess),
    scenarios: scenarios.flatMap(({ name, cost_per_success_tokens: tokens }) =>
      tokens === null || tokens === 0
        ? []
        : [
            {
              name,
              tokens_per_success: tokens,
              tokens_per_month: monthly(tokens),
              usd_per_month: usd(tokens),
            },
          ],
    ),
  }
}
