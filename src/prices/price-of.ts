import { findModel } from './find-model.ts'
import { LONGEST_NAME_CHARS } from './model-name.ts'
import type { ModelPrice } from './model-price.ts'
import { isInForce, type Condition } from './price-condition.ts'
import { readVariants } from './read-table.ts'

interface DatedPrice {
  readonly when: Condition | undefined
  readonly price: ModelPrice
}

/** Newest condition first; the last one always holds. Empty when nothing is known. */
type DatedPrices = readonly DatedPrice[]

const MOST_NAMES_KEPT = 1000

// a memo of a pure function; bounded, because model names come from agents
const known = new Map<string | undefined, Map<string, DatedPrices>>()
let namesKept = 0

/**
 * What a model costs at a moment, or `undefined` when the table does not say: never a guess, never 0 for an
 * unknown model. Some prices change on a day or with the hour; without a moment the newest price at the busy
 * hours is given, so that an estimate errs on the dear side.
 */
export function priceOf(provider: string | undefined, model: string, atMs?: number): ModelPrice | undefined {
  const prices = known.get(provider)?.get(model) ?? remember(provider, model)
  if (prices.length < 2 || atMs === undefined) return prices[0]?.price
  return prices.find(({ when }) => when === undefined || isInForce(when, atMs))?.price
}

function remember(provider: string | undefined, model: string): DatedPrices {
  const prices = model.length > LONGEST_NAME_CHARS ? [] : datedPrices(provider, model)
  if (model.length > LONGEST_NAME_CHARS || (provider?.length ?? 0) > LONGEST_NAME_CHARS) return prices
  if (namesKept >= MOST_NAMES_KEPT) {
    known.clear()
    namesKept = 0
  }
  const ofProvider = known.get(provider) ?? new Map<string, DatedPrices>()
  known.set(provider, ofProvider.set(model, prices))
  namesKept += 1
  return prices
}

function datedPrices(providerName: string | undefined, modelName: string): DatedPrices {
  const found = findModel(providerName, modelName)
  if (found === undefined) return []
  const { provider, model } = found
  return readVariants(model.prices)
    .map(({ when, rates }) => ({ when, price: { provider, model: model.id, ...rates } }))
    .toReversed()
}
