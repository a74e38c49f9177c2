import type { SessionRecord } from '../model/index.ts'
import type { MetricsConfig } from './config.ts'
import {
  addRecord,
  finish,
  startSession,
  type SessionNumbers,
  type SessionState,
  type TurnNumbers,
} from './session.ts'

export interface SessionCurve {
  readonly numbers: SessionNumbers
  readonly turns: readonly TurnNumbers[]
}

/** The numbers of one whole session, and its turns one by one. */
export function foldSession(records: Iterable<SessionRecord>, config?: MetricsConfig): SessionCurve {
  const turns: TurnNumbers[] = []
  let state = startSession(config)
  for (const record of records) {
    state = addRecord(state, record)
    if (state.endedTurn !== undefined) turns.push(state.endedTurn)
  }
  return { numbers: finish(state), turns }
}

/** The numbers of every session in a stream of interleaved records, in order of first appearance. */
export function foldSessions(
  records: Iterable<SessionRecord>,
  config?: MetricsConfig,
): readonly SessionNumbers[] {
  const states = new Map<string, SessionState>()
  for (const record of records) {
    const { sessionId } = record.event
    states.set(sessionId, addRecord(states.get(sessionId) ?? startSession(config), record))
  }
  return Array.from(states.values(), finish)
}
