import type { JsonObject, JsonValue } from '../../../src/model/index.ts'

/** A contract as its author writes it, before any default is filled in. */
export interface ContractDraft {
  readonly preconditions: readonly ConstraintDraft[]
  readonly hard: readonly ConstraintDraft[]
  readonly soft: readonly ConstraintDraft[]
  readonly governanceHard: readonly ConstraintDraft[]
  readonly governanceSoft: readonly ConstraintDraft[]
  readonly process: readonly OperatorDraft[]
  readonly output: readonly CheckDraft[]
  readonly recovery: RecoveryDraft
}

export interface ConstraintDraft {
  readonly name: string
  readonly field?: string
  readonly predicate: string
  readonly value: JsonValue
  readonly when?: string
  readonly recovery?: string
  readonly recovery_window?: number
}

export interface OperatorDraft {
  readonly id: string
  readonly operator: string
  readonly when?: string
  readonly options: JsonObject
}

export interface CheckDraft {
  readonly id: string
  readonly type: string
  readonly severity?: string
  readonly negate?: boolean
  readonly when?: string
  readonly options: JsonObject
}

export interface StrategyDraft {
  readonly name: string
  readonly type: string
  readonly actions?: readonly string[]
  readonly max_attempts?: number
  readonly fallback?: string
}

export interface RecoveryDraft {
  readonly on_hard_violation?: string
  readonly on_soft_violation?: string
  readonly strategies: readonly StrategyDraft[]
}

export function draftText(draft: ContractDraft): string {
  const constraint = ({ field, predicate, value, ...rest }: ConstraintDraft) => ({
    ...rest,
    check: { ...(field === undefined ? {} : { field }), [predicate]: value },
  })
  return JSON.stringify({
    dsl_version: '0.4',
    contractspec: '1.0',
    kind: 'agent',
    name: 'drawn',
    description: '',
    version: '1',
    preconditions: draft.preconditions.map(constraint),
    invariants: {
      hard: draft.hard.map(constraint),
      soft: draft.soft.map(constraint),
      process: draft.process.map(({ id, operator, when, options }) => ({
        [operator]: { id, ...(when === undefined ? {} : { when }), ...options },
      })),
      output: draft.output.map(({ options, ...rest }) => ({ ...rest, ...options })),
    },
    governance: { hard: draft.governanceHard.map(constraint), soft: draft.governanceSoft.map(constraint) },
    recovery: draft.recovery,
  })
}
