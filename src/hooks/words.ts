import type { Contract } from '../contract/contract.ts'
import type { AnyOperator } from '../contract/define-operator.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'

/** Each loads only what its operator needs; a process that judges one event must not pay for ten. */
export const OPERATOR_FILES: Readonly<Record<string, () => Promise<AnyOperator>>> = {
  context_budget: async () => (await import('../contract/operators/context-budget.ts')).contextBudget,
  cost_ceiling: async () => (await import('../contract/operators/cost-ceiling.ts')).costCeiling,
  judge_predicate: async () => (await import('../contract/operators/judge-predicate.ts')).judgePredicate,
  must_precede: async () => (await import('../contract/operators/must-precede.ts')).mustPrecede,
  must_state: async () => (await import('../contract/operators/must-state.ts')).mustState,
  pii_filter: async () => (await import('../contract/operators/pii-filter.ts')).piiFilter,
  process_drift: async () => (await import('../contract/operators/process-drift.ts')).processDrift,
  repetition_guard: async () => (await import('../contract/operators/repetition-guard.ts')).repetitionGuard,
  tool_allowlist: async () => (await import('../contract/operators/tool-allowlist.ts')).toolAllowlist,
  tool_blocklist: async () => (await import('../contract/operators/tool-blocklist.ts')).toolBlocklist,
}

/** The words a contract uses, and no others. */
export async function wordsOf({ clauses }: Contract): Promise<Vocabulary> {
  const operators = new Map<string, AnyOperator>()
  for (const { section, operator } of clauses)
    if (
      section === 'invariants.process' &&
      !operators.has(operator) &&
      Object.hasOwn(OPERATOR_FILES, operator)
    )
      operators.set(operator, await OPERATOR_FILES[operator]!())
  const hasChecks = clauses.some(({ section }) => section === 'invariants.output')
  const hasConstraints = clauses.some(
    ({ section }) => section !== 'invariants.output' && section !== 'invariants.process',
  )
  return {
    operators,
    predicates: byName(hasConstraints ? (await import('../contract/predicates/index.ts')).PREDICATES : []),
    checks: byName(hasChecks ? (await import('../contract/checks/index.ts')).CHECKS : []),
  }
}

function byName<Word extends { readonly name: string }>(words: readonly Word[]): ReadonlyMap<string, Word> {
  return new Map(words.map((word) => [word.name, word]))
}
