import type { RunResult, RunVerdict } from '../lab/run-result.ts'

export const CI_FORMAT = 'holdfast.ci/1'

export const PHASES = ['mutation', 'chaos', 'contract', 'replay'] as const

export type PhaseName = (typeof PHASES)[number]

/** One part of the check, measured once. */
export interface Phase {
  readonly name: PhaseName
  /** Its share of the overall score, after the weights of phases that did not run were given to the others. */
  readonly weight: number
  /** 0 to 1; absent when nothing was measured. */
  readonly score?: number
  readonly verdict: RunVerdict
  readonly result: RunResult
}

export type CiReason =
  | { readonly code: 'phase-broken'; readonly phase: PhaseName }
  | { readonly code: 'phase-undecided'; readonly phase: PhaseName }
  | {
      readonly code: 'phase-below-score'
      readonly phase: PhaseName
      readonly score: number
      readonly minScore: number
    }
  | { readonly code: 'below-score'; readonly score: number; readonly minScore: number }
  | { readonly code: 'nothing-ran' }

/** What `ci` found, without clocks: the same seed writes the same bytes. */
export interface CiResult {
  readonly format: typeof CI_FORMAT
  readonly configuration: { readonly file: string; readonly hash: string }
  readonly seed: number | string
  readonly phases: readonly Phase[]
  /** Configured weights of phases that did not run; what they weigh was given to the others. */
  readonly notRun: readonly { readonly name: PhaseName; readonly weight: number; readonly why: string }[]
  /** 0 to 1; absent when nothing was measured. */
  readonly score?: number
  readonly minScore: number
  readonly verdict: RunVerdict
  readonly reasons: readonly CiReason[]
  /** Failures made small, as files that repeat them. */
  readonly replays: readonly ShrunkReplay[]
}

export interface ShrunkReplay {
  readonly phase: PhaseName
  readonly invariant: string
  readonly scenario: string
  readonly file: string
  /** The faults that are left. */
  readonly faults: readonly string[]
  readonly prompt: string
  readonly tries: number
  readonly repeat: string
}
