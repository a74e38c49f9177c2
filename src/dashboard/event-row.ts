import type { SessionRecord } from '../model/index.ts'
import type { EventRow, LiveDecision } from './data.ts'
import { gistOf } from './gist.ts'

export function eventRow({ event, decision, effect, folded }: SessionRecord): EventRow {
  return {
    seq: event.seq,
    atMs: event.atMs,
    ...(event.turn === undefined ? {} : { turn: event.turn }),
    kind: event.kind,
    verdict: decision.verdict,
    effect: effect.kind,
    gist: gistOf(event),
    findings: decision.findings.length,
    isFolded: folded === true,
  }
}

export function liveDecision(record: SessionRecord): LiveDecision {
  return {
    ...eventRow(record),
    sessionId: record.event.sessionId,
    clauses: record.decision.findings.map(({ clauseId }) => clauseId),
  }
}
