import type { RecoveryStep, SessionRecord } from '../model/index.ts'
import type { TurnCompliance } from './compliance.ts'

export interface RecoveryState {
  readonly started: number
  readonly recovered: number
  readonly failed: number
  /** Chains that ran out of strategies. */
  readonly exhausted: number
  readonly judgedTurns: number
  readonly softViolated: boolean
}

export interface Recovery {
  readonly attempts: number
  readonly recovered: number
  readonly failed: number
  readonly exhausted: number
  /** S. */
  readonly rate: number | undefined
}

export const NO_RECOVERY: RecoveryState = {
  started: 0,
  recovered: 0,
  failed: 0,
  exhausted: 0,
  judgedTurns: 0,
  softViolated: false,
}

export function addRecovery(state: RecoveryState, { decision }: SessionRecord): RecoveryState {
  const softViolated =
    state.softViolated || decision.findings.some(({ level, counted }) => counted && level === 'soft')
  const marked = softViolated === state.softViolated ? state : { ...state, softViolated }
  return (decision.recovery ?? []).reduce(addStep, marked)
}

export function addTurnRecovery(state: RecoveryState, { soft, total }: TurnCompliance): RecoveryState {
  return {
    ...state,
    judgedTurns: state.judgedTurns + (total === undefined ? 0 : 1),
    softViolated: state.softViolated || (soft !== undefined && soft < 1),
  }
}

/**
 * S = recovered / attempts; an attempt whose outcome is not known has not succeeded. Without an attempt S is
 * 0 when there was a soft violation to recover from, 1 when turns were judged and there was none, and
 * `undefined` when nothing was judged.
 */
export function finishRecovery(state: RecoveryState): Recovery {
  const { started, recovered, failed, exhausted } = state
  // because a record stream may begin after an attempt did
  const attempts = Math.max(started, recovered + failed)
  return {
    attempts,
    recovered,
    failed,
    exhausted,
    rate: attempts > 0 ? recovered / attempts : rateWithoutAttempt(state),
  }
}

function rateWithoutAttempt({ softViolated, judgedTurns }: RecoveryState): number | undefined {
  if (softViolated) return 0
  return judgedTurns === 0 ? undefined : 1
}

function addStep(state: RecoveryState, { outcome }: RecoveryStep): RecoveryState {
  return { ...state, [outcome]: state[outcome] + 1 }
}
