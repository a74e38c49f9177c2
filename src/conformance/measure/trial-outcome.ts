import type { Capability } from '../capabilities.ts'
import type { TrialCost } from '../trial/observation.ts'

/** What is kept of a trial once it has been judged. */
export interface TrialOutcome {
  readonly trial: number
  readonly choice: readonly number[]
  /** Empty when it passed. */
  readonly failures: readonly string[]
  /** The harness itself could not carry it out. */
  readonly couldNotRun: boolean
  readonly cost: TrialCost
  readonly elapsedMs: number
  readonly done: ReadonlySet<Capability>
  readonly begun: ReadonlySet<Capability>
  /** Nodes of the workflow itself that were reached. */
  readonly visited: readonly string[]
  readonly unusedTurns: number
  readonly faultsFired: number
  readonly denials: number
}
