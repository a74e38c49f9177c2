import type { SessionRecord, Usage } from '../model/index.ts'

export type TokenTotals = Required<Usage>

export interface CostState {
  readonly responses: number
  /** Responses whose cost was known. */
  readonly priced: number
  readonly modelUsd: number
  /** Responses whose usage was known. */
  readonly metered: number
  readonly tokens: TokenTotals
  readonly judgePriced: number
  readonly judgeUsd: number
}

export interface Cost {
  readonly responses: number
  /** Responses that are missing from `modelUsd`, or from `tokens`. */
  readonly unpriced: number
  readonly unmetered: number
  /** `undefined` when no cost was seen: unknown is not free. */
  readonly modelUsd: number | undefined
  readonly judgeUsd: number | undefined
  readonly totalUsd: number | undefined
  readonly tokens: TokenTotals | undefined
}

export const NO_COST: CostState = {
  responses: 0,
  priced: 0,
  modelUsd: 0,
  metered: 0,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  judgePriced: 0,
  judgeUsd: 0,
}

export function addCost(state: CostState, { event }: SessionRecord): CostState {
  if (event.kind === 'model-response') return addResponse(state, event.costUsd, event.usage)
  if (event.kind !== 'judge-verdict' || event.costUsd === undefined) return state
  return { ...state, judgePriced: state.judgePriced + 1, judgeUsd: state.judgeUsd + event.costUsd }
}

export function finishCost(state: CostState): Cost {
  const { responses, priced, metered, tokens } = state
  const modelUsd = priced === 0 ? undefined : state.modelUsd
  const judgeUsd = state.judgePriced === 0 ? undefined : state.judgeUsd
  return {
    responses,
    unpriced: responses - priced,
    unmetered: responses - metered,
    modelUsd,
    judgeUsd,
    totalUsd:
      modelUsd === undefined && judgeUsd === undefined ? undefined : (modelUsd ?? 0) + (judgeUsd ?? 0),
    tokens: metered === 0 ? undefined : tokens,
  }
}

function addResponse(state: CostState, costUsd: number | undefined, usage: Usage | undefined): CostState {
  return {
    ...state,
    responses: state.responses + 1,
    priced: state.priced + (costUsd === undefined ? 0 : 1),
    modelUsd: state.modelUsd + (costUsd ?? 0),
    metered: state.metered + (usage === undefined ? 0 : 1),
    tokens: usage === undefined ? state.tokens : addUsage(state.tokens, usage),
  }
}

function addUsage(totals: TokenTotals, usage: Usage): TokenTotals {
  return {
    input: totals.input + usage.input,
    output: totals.output + usage.output,
    cacheRead: totals.cacheRead + (usage.cacheRead ?? 0),
    cacheWrite: totals.cacheWrite + (usage.cacheWrite ?? 0),
    reasoning: totals.reasoning + (usage.reasoning ?? 0),
  }
}
