import type { Plane } from '../chaos/chaos-run.ts'
import type { Condition } from '../contract/index.ts'
import type { Interval } from '../metrics/index.ts'
import type { Finding, Location, Severity } from '../model/index.ts'

/** The version in front of every result; a reader refuses what it does not know. */
export const RUN_FORMAT = 'holdfast.run/1'

/**
 * `contract`: invariants × scenarios. `golden`: run invariants on the golden prompts; `chaos`: the same under chaos.
 * `mutation` and `replay` are golden prompts rewritten, and recorded incidents.
 */
export const RUN_KINDS = ['contract', 'golden', 'chaos', 'mutation', 'replay'] as const

export type RunKind = (typeof RUN_KINDS)[number]

export const OUTCOMES = [
  'pass',
  'fail',
  /** The agent did not answer; counts as failed. */
  'error',
  /** Some trials kept the promise and some did not; counts as failed. */
  'flaky',
  /** `when` does not hold in this scenario; in neither sum. */
  'not-applicable',
  /** Nothing was broken, but the faults never fired either, so nothing was shown; in neither sum, never green. */
  'vacuous',
  /** A check could not be carried out, or the run ended before the cell was decided; in neither sum, never green. */
  'undecided',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** `undecided`: nothing is broken, but something could not be judged. Exit codes 0, 1 and 3. */
export type RunVerdict = 'kept' | 'broken' | 'undecided'

export interface RunInvariant {
  readonly id: string
  /** The check, operator or predicate. */
  readonly operator: string
  readonly severity: Severity
  readonly when: Condition
  readonly description: string
  readonly location: Location
}

export interface RunFault {
  readonly faultId: string
  readonly fault: string
  readonly target: string
  readonly plane: Plane
}

export interface RunScenario {
  readonly name: string
  /** What is configured, and on which plane it is injected; `boundary` is around the whole agent. */
  readonly faults: readonly RunFault[]
}

/** One line of the ledger of a failed trial: what chaos really did. */
export interface LedgerLine extends RunFault {
  readonly callId?: string
}

/** A tool call of a failed trial and what came back, as far as they were seen; without personal data and secrets. */
export interface TranscriptCall {
  readonly tool: string
  /** As JSON, cut where it is long. */
  readonly args: string
  /** Absent when no result was seen. */
  readonly ok?: boolean
  readonly result?: string
}

/** What happened in the trial that broke a promise. */
export interface CellFailure {
  readonly trial: number
  readonly prompt: string
  readonly outcome: 'fail' | 'error'
  /** An excerpt of the answer, without personal data and secrets. */
  readonly answer?: string
  /** Why there is no answer. */
  readonly error?: { readonly reason: string; readonly message: string }
  readonly finding?: Finding
  /** The calls between the prompt and the answer; the first ones only. */
  readonly calls: readonly TranscriptCall[]
  readonly ledger: readonly LedgerLine[]
  /** The command that repeats this very trial. */
  readonly repeat: string
}

export interface RunCell {
  readonly invariant: string
  readonly scenario: string
  readonly severity: Severity
  readonly outcome: Outcome
  /** A sentence for `vacuous` and `undecided`. */
  readonly why?: string
  readonly trials: {
    readonly total: number
    readonly passed: number
    readonly failed: number
    readonly errors: number
    readonly unjudged: number
  }
  /** Of the pass rate, 95 %; absent when nothing was tried. */
  readonly interval?: Interval
  /** What the sequential test said, when the gate asks for one. */
  readonly sequential?: 'accept' | 'reject' | 'continue'
  /** How often each configured fault fired in the cell's trials, by `faultId`. */
  readonly fired: Readonly<Record<string, number>>
  /** The first ones only. */
  readonly failures: readonly CellFailure[]
}

export interface RunGate {
  readonly minScore?: number
  readonly minPassRate?: number
  readonly p?: number
  readonly alpha?: number
  readonly beta?: number
  readonly allowVacuous?: boolean
}

export type RunReason =
  | { readonly code: 'critical-failed'; readonly cells: number }
  | { readonly code: 'invariant-failed'; readonly cells: number }
  | { readonly code: 'below-score'; readonly score: number; readonly minScore: number }
  | { readonly code: 'vacuous'; readonly cells: number }
  | { readonly code: 'undecided'; readonly cells: number }
  | { readonly code: 'nothing-measured' }
  | { readonly code: 'budget'; readonly spent: 'calls' | 'dollars' | 'time' }
  | { readonly code: 'interrupted' }

export interface RunWarning {
  readonly code: string
  readonly message: string
}

/**
 * What a run found. Without clocks and without the width of the run, so that the same seed writes the same bytes;
 * what was measured in time is in `RunTiming`.
 */
export interface RunResult {
  readonly format: typeof RUN_FORMAT
  readonly kind: RunKind
  readonly configuration: { readonly file: string; readonly hash: string }
  readonly contract?: { readonly name: string; readonly version: string; readonly hash: string }
  readonly agent: string
  readonly seed: number | string
  /** The most trials of one cell. */
  readonly trials: number
  readonly isolation: 'cell' | 'shared'
  readonly gate?: RunGate
  readonly invariants: readonly RunInvariant[]
  readonly scenarios: readonly RunScenario[]
  /** Scenario by scenario, in the order of the files. */
  readonly cells: readonly RunCell[]
  readonly counts: Readonly<Record<Outcome, number>>
  /** 0 to 100 with two decimals; absent when nothing was measured. */
  readonly score?: number
  readonly verdict: RunVerdict
  readonly reasons: readonly RunReason[]
  readonly usage: { readonly answers: number; readonly costUsd: number; readonly tokens: number }
  /** How texts were compared, when a check compared any. */
  readonly similarity?: string
  readonly warnings: readonly RunWarning[]
}

/** What depends on the clock, kept apart from the result. */
export interface RunTiming {
  readonly format: 'holdfast.timing/1'
  readonly startedAtMs: number
  readonly durationMs: number
  readonly concurrency: number
  /** Questions really sent, repeated ones and those of no cell included. */
  readonly calls: number
  readonly latencyMs?: {
    readonly mean: number
    readonly p50: number
    readonly p95: number
    readonly max: number
  }
}
