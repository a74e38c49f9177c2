import { canonicalJson } from '../../kit/canonical-json.ts'
import type { Verdict } from '../../model/index.ts'
import { isSubset, type Order } from './order.ts'

const VERDICT = { log: 'allow', warn: 'warn', redact: 'rewrite', block: 'deny' } as const

export interface PersonalDataOptions {
  readonly patterns: readonly string[]
  readonly custom_patterns: readonly { readonly name: string; readonly regex: string }[]
}

export interface PiiFilterOptions extends PersonalDataOptions {
  readonly action: keyof typeof VERDICT
  readonly streaming_action?: keyof typeof VERDICT
  readonly scan: readonly string[]
}

/** All that `right` looks for is looked for by `left`. */
export function looksForAll(left: PersonalDataOptions, right: PersonalDataOptions): boolean {
  return (
    isSubset(right.patterns, left.patterns) &&
    isSubset(right.custom_patterns.map(canonicalJson), left.custom_patterns.map(canonicalJson))
  )
}

export const piiFilterOrder: Order<PiiFilterOptions> = {
  covers: (left, right) => looksForAll(left, right) && isSubset(right.scan, left.scan),
  verdicts: ({ action, streaming_action: streaming = action }) => [VERDICT[action], VERDICT[streaming]],
}

export interface JudgeOptions {
  readonly rubric: string
  readonly model: string
  readonly sample_rate: number
  readonly cost_ceiling_usd_per_session: number
  readonly action_on_fail: 'log' | 'warn' | 'theta_penalty' | 'deny'
}

export const judgeOrder: Order<JudgeOptions> = {
  covers: (left, right) =>
    left.rubric === right.rubric &&
    left.model === right.model &&
    left.sample_rate >= right.sample_rate &&
    left.cost_ceiling_usd_per_session >= right.cost_ceiling_usd_per_session,
  verdicts: ({ action_on_fail: action }): readonly Verdict[] => [
    action === 'log' ? 'allow' : 'warn',
    action === 'deny' ? 'deny' : 'allow',
    action === 'theta_penalty' ? 'warn' : 'allow',
  ],
}
