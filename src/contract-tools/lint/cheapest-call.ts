import { costUsd, type BilledTokens } from '../../prices/index.ts'
import { readTable, readVariants } from '../../prices/read-table.ts'
import { PRICE_TABLE } from '../../prices/table.ts'

/** Nobody asks a model anything with less. */
export const SMALLEST_CALL: BilledTokens = { input: 8, output: 1 }

let known: number | undefined

/** What the smallest call costs with the cheapest model that is not free. */
export function cheapestCallUsd(): number {
  return (known ??= Math.min(
    ...readTable(PRICE_TABLE).flatMap(({ models }) =>
      models().flatMap(({ prices }) =>
        readVariants(prices)
          .map(({ rates }) => costUsd(SMALLEST_CALL, rates))
          .filter((usd) => usd > 0),
      ),
    ),
  ))
}
