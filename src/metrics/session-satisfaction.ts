import type { TurnCompliance } from './compliance.ts'
import { SLACK, type SatisfactionParameters } from './config.ts'
import { deviationCondition, notJudged, recoveryCondition } from './satisfaction-conditions.ts'
import { conclude, type Conclusion, type Condition, type Recoveries } from './satisfaction.ts'

export interface SessionSatisfactionState {
  readonly turns: number
  readonly hardTurns: number
  readonly hardBrokenTurns: number
  readonly maxSoftDeviation?: number
  /** Turns with a soft violation that is not yet made good and has turns left; never more than k. */
  readonly waiting: readonly number[]
  readonly recovered: number
  readonly failed: number
  readonly longestRecoveryTurns?: number
}

/** What one session says; it speaks of this session alone, not of how often others would keep the contract. */
export interface SessionSatisfaction extends Conclusion {
  /** C_hard was 1 in every turn it was judged in; `undefined` when it never was. */
  readonly hardKept: boolean | undefined
  readonly hardBrokenTurns: number
  readonly maxSoftDeviation: number | undefined
  readonly recoveries: Recoveries
  readonly longestRecoveryTurns: number | undefined
}

export const NO_SATISFACTION: SessionSatisfactionState = {
  turns: 0,
  hardTurns: 0,
  hardBrokenTurns: 0,
  waiting: [],
  recovered: 0,
  failed: 0,
}

export function addTurnSatisfaction(
  state: SessionSatisfactionState,
  { hard, soft }: TurnCompliance,
  { k }: SatisfactionParameters,
): SessionSatisfactionState {
  const counted: SessionSatisfactionState = {
    ...state,
    turns: state.turns + 1,
    hardTurns: state.hardTurns + (hard === undefined ? 0 : 1),
    hardBrokenTurns: state.hardBrokenTurns + (hard === undefined || hard >= 1 - SLACK ? 0 : 1),
    ...(soft === undefined ? {} : { maxSoftDeviation: Math.max(state.maxSoftDeviation ?? 0, 1 - soft) }),
  }
  return soft !== undefined && soft >= 1 - SLACK ? makeGood(counted) : wait(counted, soft !== undefined, k)
}

export function finishSessionSatisfaction(
  state: SessionSatisfactionState,
  { p, delta, k }: SatisfactionParameters,
): SessionSatisfaction {
  const { hardBrokenTurns, maxSoftDeviation, recovered, failed, longestRecoveryTurns } = state
  const recoveries = { recovered, failed, open: state.waiting.length }
  const conclusion = conclude([
    hardCondition(state, p),
    deviationCondition(maxSoftDeviation, delta),
    recoveryCondition(recoveries, maxSoftDeviation !== undefined, k),
  ])
  const hardKept = state.hardTurns === 0 ? undefined : hardBrokenTurns === 0
  return { ...conclusion, hardKept, hardBrokenTurns, maxSoftDeviation, recoveries, longestRecoveryTurns }
}

function hardCondition({ hardTurns, hardBrokenTurns }: SessionSatisfactionState, p: number): Condition {
  if (hardTurns === 0) return notJudged('p')
  // the share of this one session is 1 or 0, and p is above 0
  const params = { observed: hardBrokenTurns === 0 ? 1 : 0, p, hardBrokenTurns }
  if (hardBrokenTurns === 0) return { condition: 'p', outcome: 'held', code: 'hard-kept', params }
  return { condition: 'p', outcome: 'broken', code: 'hard-broken', params }
}

/** A turn in which all soft clauses held makes good every violation that still waits. */
function makeGood(state: SessionSatisfactionState): SessionSatisfactionState {
  const [oldest] = state.waiting
  if (oldest === undefined) return state
  const recovered = state.recovered + state.waiting.length
  const longestRecoveryTurns = Math.max(state.longestRecoveryTurns ?? 0, state.turns - oldest)
  return { ...state, waiting: [], recovered, longestRecoveryTurns }
}

/** A turn that judged no soft clause recovers nothing, and uses up one of the k turns. */
function wait(state: SessionSatisfactionState, violated: boolean, k: number): SessionSatisfactionState {
  const waiting = violated ? [...state.waiting, state.turns] : state.waiting
  const inTime = waiting.filter((turn) => state.turns - turn < k)
  return { ...state, waiting: inTime, failed: state.failed + waiting.length - inTime.length }
}
