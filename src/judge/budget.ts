import { estimateTokenCount } from 'tokenx'
import { costUsd, priceOf, type Rates } from '../prices/index.ts'
import type { ApiReply } from './apis/api.ts'
import type { Endpoint } from './endpoint.ts'

/** Room for a reason of a few sentences, and for the thoughts that some models bill before it. */
export const MAX_OUTPUT_TOKENS = 1024

/** Estimates are a little low now and then; a budget must hold all the same. */
const MARGIN = 1.25

const FREE: Rates = { input: 0, output: 0 }

/** What an endpoint charges, or `undefined` when nobody knows. */
export function ratesOf({ free, pricedBy, model }: Endpoint, atMs: number): Rates | undefined {
  return free ? FREE : priceOf(pricedBy, model, atMs)
}

/** The most that a call with this prompt is likely to cost. */
export function estimatedUsd(promptText: string, rates: Rates): number {
  const input = Math.ceil(estimateTokenCount(promptText) * MARGIN)
  return costUsd({ input, output: MAX_OUTPUT_TOKENS }, rates)
}

/** What a call did cost; without a report of the provider, what was set aside for it. */
export function chargedUsd(reply: ApiReply, rates: Rates, setAsideUsd: number): number {
  if (reply.costUsd !== undefined) return reply.costUsd
  return reply.usage === undefined ? setAsideUsd : costUsd(reply.usage, rates)
}
