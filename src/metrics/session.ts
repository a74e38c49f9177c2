import type { SessionRecord } from '../model/index.ts'
import {
  addTurnCompliance,
  finishCompliance,
  NO_COMPLIANCE,
  turnCompliance,
  type Compliance,
  type ComplianceState,
  type TurnCompliance,
} from './compliance.ts'
import { DEFAULT_METRICS_CONFIG, type MetricsConfig } from './config.ts'
import { addCost, finishCost, NO_COST, type Cost, type CostState } from './cost.ts'
import {
  addToolCall,
  addTurnDrift,
  finishDrift,
  startDrift,
  type Drift,
  type DriftPoint,
  type DriftState,
} from './drift.ts'
import { addJudges, finishJudges, NO_JUDGES, type JudgeCounts, type JudgeNumbers } from './judges.ts'
import {
  addRecovery,
  addTurnRecovery,
  finishRecovery,
  NO_RECOVERY,
  type Recovery,
  type RecoveryState,
} from './recovery.ts'
import { reliability, type Reliability } from './reliability.ts'
import {
  addTurnSatisfaction,
  finishSessionSatisfaction,
  NO_SATISFACTION,
  type SessionSatisfaction,
  type SessionSatisfactionState,
} from './session-satisfaction.ts'
import { addVerdict, finishVerdicts, NO_VERDICTS, type VerdictNumbers, type Verdicts } from './verdicts.ts'
import {
  addViolations,
  finishViolations,
  NO_VIOLATIONS,
  type Violations,
  type ViolationsState,
} from './violations.ts'

/** One point of every curve over time. */
export interface TurnNumbers {
  readonly turn: number
  readonly compliance: TurnCompliance
  readonly drift: DriftPoint
}

/**
 * Everything a session's numbers need, as plain data of a size that does not grow with records or turns: it can
 * be stored as JSON and continued.
 */
export interface SessionState {
  readonly config: MetricsConfig
  readonly sessionId?: string
  readonly records: number
  readonly folded: number
  readonly turns: number
  /** The turn that the latest record ended, if it ended one; a curve over time is made by collecting these. */
  readonly endedTurn?: TurnNumbers
  readonly compliance: ComplianceState
  readonly drift: DriftState
  readonly violations: ViolationsState
  readonly recovery: RecoveryState
  readonly satisfaction: SessionSatisfactionState
  readonly verdicts: Verdicts
  readonly cost: CostState
  readonly judges: JudgeCounts
}

/** The numbers of one session. `undefined` anywhere means that nothing was measured, never that all is well. */
export interface SessionNumbers {
  readonly sessionId: string | undefined
  /** Records that were judged. */
  readonly records: number
  /** Records of history seen again, which are in no other number. */
  readonly folded: number
  /** Turns that ended. */
  readonly turns: number
  readonly compliance: Compliance
  readonly drift: Drift
  readonly violations: Violations
  readonly recovery: Recovery
  readonly reliability: Reliability
  readonly satisfaction: SessionSatisfaction
  readonly verdicts: VerdictNumbers
  readonly cost: Cost
  readonly judges: JudgeNumbers
}

export function startSession(config: MetricsConfig = DEFAULT_METRICS_CONFIG): SessionState {
  return {
    config,
    records: 0,
    folded: 0,
    turns: 0,
    compliance: NO_COMPLIANCE,
    drift: startDrift(config.drift),
    violations: NO_VIOLATIONS,
    recovery: NO_RECOVERY,
    satisfaction: NO_SATISFACTION,
    verdicts: NO_VERDICTS,
    cost: NO_COST,
    judges: NO_JUDGES,
  }
}

export function addRecord(state: SessionState, record: SessionRecord): SessionState {
  const { sessionId } = record.event
  if (state.sessionId !== undefined && state.sessionId !== sessionId)
    throw new RangeError(
      `a record of session \`${sessionId}\` was added to the numbers of \`${state.sessionId}\``,
    )
  const { endedTurn: _, ...rest } = state
  if (record.folded === true) return { ...rest, sessionId, folded: state.folded + 1 }
  const next: SessionState = {
    ...rest,
    sessionId,
    records: state.records + 1,
    drift: addToolCall(state.drift, record),
    violations: addViolations(state.violations, record),
    recovery: addRecovery(state.recovery, record),
    verdicts: addVerdict(state.verdicts, record),
    cost: addCost(state.cost, record),
    judges: addJudges(state.judges, record),
  }
  return endsTurn(record) ? endTurn(next, record) : next
}

export function finish(state: SessionState): SessionNumbers {
  const { config, sessionId, records, folded, turns } = state
  const compliance = finishCompliance(state.compliance)
  const drift = finishDrift(state.drift)
  const violations = finishViolations(state.violations, turns)
  const recovery = finishRecovery(state.recovery)
  const inputs = {
    compliance: compliance.mean,
    drift: drift.mean,
    violationsPerTurn: violations.perTurn,
    recoveryRate: recovery.rate,
    penalties: violations.thetaPenalty,
  }
  return {
    sessionId,
    records,
    folded,
    turns,
    compliance,
    drift,
    violations,
    recovery,
    reliability: reliability(inputs, config.reliability),
    satisfaction: finishSessionSatisfaction(state.satisfaction, config.satisfaction),
    verdicts: finishVerdicts(state.verdicts),
    cost: finishCost(state.cost),
    judges: finishJudges(state.judges),
  }
}

/** A tally also ends a turn that has no event of its own for it, such as the last one of a session that broke off. */
function endsTurn({ event, decision }: SessionRecord): boolean {
  return event.kind === 'turn-end' || decision.tally !== undefined
}

function endTurn(state: SessionState, { event, decision }: SessionRecord): SessionState {
  const compliance = turnCompliance(decision.tally)
  const drift = addTurnDrift(state.drift, compliance.total, state.config.drift)
  const turn = decision.tally?.turn ?? event.turn ?? state.turns
  return {
    ...state,
    turns: state.turns + 1,
    ...(drift.latest === undefined ? {} : { endedTurn: { turn, compliance, drift: drift.latest } }),
    compliance: addTurnCompliance(state.compliance, compliance),
    drift,
    recovery: addTurnRecovery(state.recovery, compliance),
    satisfaction: addTurnSatisfaction(state.satisfaction, compliance, state.config.satisfaction),
  }
}
