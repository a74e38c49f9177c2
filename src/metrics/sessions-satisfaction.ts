import { clopperPearson } from './clopper-pearson.ts'
import type { SatisfactionParameters } from './config.ts'
import { DEFAULT_CONFIDENCE, shareOf, type Interval } from './proportion.ts'
import { deviationCondition, notJudged, recoveryCondition } from './satisfaction-conditions.ts'
import { conclude, type Conclusion, type Condition, type Recoveries } from './satisfaction.ts'
import type { SessionSatisfaction } from './session-satisfaction.ts'

export interface SessionsSatisfactionState {
  readonly sessions: number
  /** Sessions in which a hard clause was judged: only they say anything about p. */
  readonly judged: number
  readonly kept: number
  readonly maxSoftDeviation?: number
  readonly recoveries: Recoveries
}

/** What many independent sessions say about the agent. */
export interface SessionsSatisfaction extends Conclusion {
  readonly sessions: number
  readonly judged: number
  readonly kept: number
  /** p̂, and its exact bounds. */
  readonly share: number | undefined
  readonly interval: Interval | undefined
  readonly maxSoftDeviation: number | undefined
  readonly recoveries: Recoveries
}

export const NO_SESSIONS: SessionsSatisfactionState = {
  sessions: 0,
  judged: 0,
  kept: 0,
  recoveries: { recovered: 0, failed: 0, open: 0 },
}

export function addSession(
  state: SessionsSatisfactionState,
  session: SessionSatisfaction,
): SessionsSatisfactionState {
  const { hardKept, maxSoftDeviation, recoveries } = session
  const deviation =
    maxSoftDeviation === undefined
      ? {}
      : { maxSoftDeviation: Math.max(state.maxSoftDeviation ?? 0, maxSoftDeviation) }
  return {
    ...state,
    ...deviation,
    sessions: state.sessions + 1,
    judged: state.judged + (hardKept === undefined ? 0 : 1),
    kept: state.kept + (hardKept === true ? 1 : 0),
    recoveries: {
      recovered: state.recoveries.recovered + recoveries.recovered,
      failed: state.recoveries.failed + recoveries.failed,
      open: state.recoveries.open + recoveries.open,
    },
  }
}

/** p counts as reached when the lower bound is there, as missed when the upper one is not; between, more sessions are needed. */
export function finishSessions(
  state: SessionsSatisfactionState,
  { p, delta, k }: SatisfactionParameters,
  confidence = DEFAULT_CONFIDENCE,
): SessionsSatisfaction {
  const { sessions, judged, kept, maxSoftDeviation, recoveries } = state
  const proportion = { successes: kept, trials: judged }
  const interval = clopperPearson(proportion, confidence)
  const conclusion = conclude([
    shareCondition(interval, p),
    deviationCondition(maxSoftDeviation, delta),
    recoveryCondition(recoveries, maxSoftDeviation !== undefined, k),
  ])
  return {
    ...conclusion,
    sessions,
    judged,
    kept,
    share: shareOf(proportion),
    interval,
    maxSoftDeviation,
    recoveries,
  }
}

function shareCondition(interval: Interval | undefined, p: number): Condition {
  if (interval === undefined) return notJudged('p')
  const params = { ...interval, p }
  if (interval.lower >= p) return { condition: 'p', outcome: 'held', code: 'bound-above-p', params }
  if (interval.upper < p) return { condition: 'p', outcome: 'broken', code: 'bound-below-p', params }
  return { condition: 'p', outcome: 'undecided', code: 'bound-straddles-p', params }
}
