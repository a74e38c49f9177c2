import type { AgentEvent, Decision, Mode, SessionRecord } from '../model/index.ts'

/** One event of a recorded session, with what was decided about it then. */
export interface RecordedStep {
  readonly event: AgentEvent
  readonly mode: Mode
  /** Seen again in a later request's history: it is counted in state and not judged. */
  readonly isFolded: boolean
  /** Absent where only the event was kept. */
  readonly decision?: Decision
  /** The contract that decided, by its content. */
  readonly contractHash?: string
}

export interface RecordedSession {
  readonly sessionId: string
  readonly steps: readonly RecordedStep[]
}

export function stepOf({ event, decision, mode, contract, folded }: SessionRecord): RecordedStep {
  return { event, decision, mode, contractHash: contract.hash, isFolded: folded === true }
}

/** Something in it was hidden before it was recorded, so nobody can judge it again as it was. */
export function wasRedacted({ mode, decision }: RecordedStep): boolean {
  return (
    mode === 'enforce' &&
    decision?.rewrites?.some((rewrite) => rewrite.kind === 'redact' && rewrite.redactions.length > 0) === true
  )
}

/** What was refused never happened. */
export function wasRefused({ mode, decision }: RecordedStep): boolean {
  return mode === 'enforce' && decision?.verdict === 'deny'
}
