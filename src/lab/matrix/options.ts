import type { ClauseSource, Contract, Similarity, Vocabulary } from '../../contract/index.ts'
import type { Judge } from '../../model/index.ts'
import type { Budget } from '../config/run-shapes.ts'
import type { Journal } from '../journal.ts'
import type { Clock } from '../pace.ts'
import type { RunGate, RunKind } from '../run-result.ts'
import type { Target } from '../target.ts'
import type { Only, PlannedScenario } from './plan-cells.ts'

/** How far a run is. */
export interface Progress {
  readonly answered: number
  /** The most there can be; a sequential test may need fewer. */
  readonly planned: number
  readonly cells: number
  readonly doneCells: number
  readonly failedCells: number
  readonly costUsd: number
}

export interface MatrixOptions {
  readonly kind: RunKind
  readonly configuration: { readonly file: string; readonly hash: string }
  readonly clauses: readonly ClauseSource[]
  readonly contract?: Contract
  readonly scenarios: readonly PlannedScenario[]
  readonly prompts: readonly string[]
  readonly target: Target
  readonly seed: number | string
  readonly trials: number
  /** Only this trial, counted from 0: the one that a failure names. */
  readonly onlyTrial?: number
  readonly concurrency: number
  readonly isolation: 'cell' | 'shared'
  readonly gate: RunGate
  readonly budget: Budget
  readonly only?: Only
  readonly judge?: Judge
  readonly vocabulary?: Vocabulary
  readonly similarity?: Similarity
  /** Written to once the agent has answered for the first time; a run that cannot begin leaves nothing. */
  readonly journal?: Journal
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** The command that repeats one trial of one cell. */
  readonly repeat: (invariant: string, scenario: string, trial: number) => string
}
