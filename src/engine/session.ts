import { NO_FACTS, type CompiledContract, type Facts } from '../contract/index.ts'
import type { Mode } from '../model/index.ts'
import { NO_RECOVERY, type RecoveryState } from './recovery.ts'

/** Everything the engine remembers of a session: a fold over its events, plain JSON. */
export interface Session {
  readonly sessionId: string
  readonly mode: Mode
  readonly facts: Facts
  /** One state per clause, by the clause's index. */
  readonly states: readonly unknown[]
  /** Indexes of clauses broken in this turn, and of those judged only now and then that were judged. */
  readonly broken: readonly number[]
  readonly judged: readonly number[]
  readonly recovery: RecoveryState
}

export function openSession(
  { clauses }: CompiledContract,
  sessionId: string,
  mode: Mode = 'enforce',
): Session {
  return {
    sessionId,
    mode,
    facts: NO_FACTS,
    states: clauses.map(({ program }) => program.initial),
    broken: [],
    judged: [],
    recovery: NO_RECOVERY,
  }
}
