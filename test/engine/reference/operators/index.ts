import type { OperatorDraft } from '../draft.ts'
import type { Reference } from './reference.ts'
import { contextBudget } from './context-budget.ts'
import { costCeiling } from './cost-ceiling.ts'
import { judgePredicate } from './judge-predicate.ts'
import { mustPrecede } from './must-precede.ts'
import { mustState } from './must-state.ts'
import { piiFilter } from './pii-filter.ts'
import { processDrift } from './process-drift.ts'
import { repetitionGuard } from './repetition-guard.ts'
import { toolAllowlist } from './tool-allowlist.ts'
import { toolBlocklist } from './tool-blocklist.ts'
export type { Judgement, Said, World } from './reference.ts'

export const REFERENCE_OPERATORS: Readonly<Record<string, Reference>> = {
  tool_blocklist: toolBlocklist,
  tool_allowlist: toolAllowlist,
  must_state: mustState,
  must_precede: mustPrecede,
  context_budget: contextBudget,
  process_drift: processDrift,
  judge_predicate: judgePredicate,
  pii_filter: piiFilter,
  cost_ceiling: costCeiling,
  repetition_guard: repetitionGuard,
}

/** Hard where the clause can stop something of itself. */
export function isHardOperator({ operator, options }: OperatorDraft): boolean {
  if (operator === 'tool_blocklist' || operator === 'tool_allowlist' || operator === 'must_state') return true
  if (operator === 'context_budget' || operator === 'cost_ceiling')
    return options['action_on_breach'] === 'deny'
  if (operator === 'repetition_guard') return (options['action'] ?? 'deny') === 'deny'
  return operator === 'pii_filter' && options['action'] === 'block'
}
