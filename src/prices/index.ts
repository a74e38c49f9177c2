export {
  costUsd,
  type BilledTokens,
  type ModelPrice,
  type Rate,
  type Rates,
  type Tier,
  type TieredRate,
} from './model-price.ts'
export { priceOf } from './price-of.ts'
export { PRICE_TABLE_SOURCE } from './table.ts'
