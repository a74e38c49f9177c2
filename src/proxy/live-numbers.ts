import { addRecord, finish, startSession, type SessionNumbers, type SessionState } from '../metrics/index.ts'
import type { SessionRecord } from '../model/index.ts'

export interface Totals {
  records: number
  events: Record<string, number>
  verdicts: Record<string, number>
  effects: Record<string, number>
  violations: Record<string, number>
  costUsd: number
  inputTokens: number
  outputTokens: number
}

const MOST_SESSIONS = 10_000

/** Numbers of what is going on now, folded from the same records that the store keeps. */
export class LiveNumbers {
  readonly totals: Totals = {
    records: 0,
    events: {},
    verdicts: {},
    effects: {},
    violations: {},
    costUsd: 0,
    inputTokens: 0,
    outputTokens: 0,
  }
  private readonly states = new Map<string, SessionState>()

  add(record: SessionRecord): void {
    const { event, decision, effect } = record
    const { totals } = this
    totals.records += 1
    if (record.folded !== true) {
      count(totals.events, event.kind)
      count(totals.verdicts, decision.verdict)
      count(totals.effects, effect.kind)
      for (const finding of decision.findings) if (finding.counted) count(totals.violations, finding.clauseId)
      if (event.kind === 'model-response') {
        totals.costUsd += event.costUsd ?? 0
        totals.inputTokens += event.usage?.input ?? 0
        totals.outputTokens += event.usage?.output ?? 0
      }
    }
    this.fold(record)
  }

  of(sessionId: string): SessionNumbers | undefined {
    const state = this.states.get(sessionId)
    return state === undefined ? undefined : finish(state)
  }

  forget(sessionId: string): void {
    this.states.delete(sessionId)
  }

  private fold(record: SessionRecord): void {
    const { sessionId } = record.event
    const state = this.states.get(sessionId)
    if (state === undefined && this.states.size >= MOST_SESSIONS) {
      const oldest = this.states.keys().next()
      if (oldest.done !== true) this.states.delete(oldest.value)
    }
    this.states.set(sessionId, addRecord(state ?? startSession(), record))
  }
}

function count(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1
}
