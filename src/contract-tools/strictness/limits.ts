import { canonicalJson } from '../../kit/canonical-json.ts'
import type { Verdict } from '../../model/index.ts'
import type { Order } from './order.ts'

export interface ContextBudgetOptions {
  readonly max_tokens_per_turn: number
  readonly action_on_breach: 'warn' | 'deny' | 'compress'
}

const BUDGET_VERDICT = { warn: 'warn', deny: 'deny', compress: 'rewrite' } as const

export const contextBudgetOrder: Order<ContextBudgetOptions> = {
  covers: (left, right) => left.max_tokens_per_turn <= right.max_tokens_per_turn,
  verdicts: ({ action_on_breach: action }) => [BUDGET_VERDICT[action]],
}

const VERDICT = { deny: 'deny', warn: 'warn', log: 'allow' } as const

export interface CostCeilingOptions {
  readonly max_usd_per_session: number
  readonly action_on_breach: keyof typeof VERDICT
  readonly price_per_million_input?: number
  readonly price_per_million_output?: number
  readonly provider_price_map: Readonly<Record<string, { readonly input: number; readonly output: number }>>
  readonly reserve: 'estimate' | 'worst_case'
}

/** Ceilings compare only where they count money in the same way. */
export const costCeilingOrder: Order<CostCeilingOptions> = {
  covers: (left, right) =>
    left.max_usd_per_session <= right.max_usd_per_session && counting(left) === counting(right),
  verdicts: ({ action_on_breach: action }) => [VERDICT[action]],
}

function counting({
  max_usd_per_session: _max,
  action_on_breach: _action,
  ...rest
}: CostCeilingOptions): string {
  return canonicalJson(rest)
}

export interface RepetitionOptions {
  readonly window_size: number
  readonly max_repeats: number
  readonly action: keyof typeof VERDICT
  readonly ignore_tools: readonly string[]
}

// an ignored call takes no room in the window, so neither list of ignored tools is the stricter one
export const repetitionOrder: Order<RepetitionOptions> = {
  covers: (left, right) =>
    left.window_size >= right.window_size &&
    left.max_repeats <= right.max_repeats &&
    canonicalJson(left.ignore_tools.toSorted()) === canonicalJson(right.ignore_tools.toSorted()),
  verdicts: ({ action }) => [VERDICT[action]],
}

export interface DriftOptions {
  readonly window_size: number
  readonly jsd_threshold: number
  readonly action: 'log' | 'warn' | 'theta_penalty'
  readonly baseline: string
}

/** A lower threshold speaks no later; after that it stays silent until the tools are back to normal. */
export const driftOrder: Order<DriftOptions> = {
  covers: (left, right) =>
    left.jsd_threshold <= right.jsd_threshold &&
    left.window_size === right.window_size &&
    left.baseline === right.baseline,
  verdicts: ({ action }): readonly Verdict[] => [
    action === 'log' ? 'allow' : 'warn',
    action === 'theta_penalty' ? 'warn' : 'allow',
  ],
}
