import type { RecordedSession } from '../backtest/index.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'

/** A promise that recorded sessions suggest, with what it was mined from. */
export type MinedClause = MinedOperator | MinedConstraint

interface MinedBase {
  readonly id: string
  /** Sessions, counts and the extreme that was seen, in one sentence. */
  readonly evidence: string
}

export interface MinedOperator extends MinedBase {
  readonly operator: string
  readonly options: JsonObject
}

/** A soft constraint on a measured field. */
export interface MinedConstraint extends MinedBase {
  readonly field: string
  readonly predicate: string
  readonly value: JsonValue
}

export interface Mined {
  readonly clauses: readonly MinedClause[]
  /** What was looked for and not found, each in one sentence. */
  readonly leftOut: readonly string[]
}

export const NOTHING_MINED: Mined = { clauses: [], leftOut: [] }

/** Looks at one session after the other for one kind of promise. */
export interface Miner {
  add(session: RecordedSession): void
  mined(): Mined
}
