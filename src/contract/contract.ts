import type { Level, Location, Severity } from '../model/index.ts'
import type { SourceText } from '../kit/source/index.ts'
import type { Condition } from './clause.ts'

/** Where in the file a clause stands, which also decides when it is judged. */
export type Section =
  | 'preconditions'
  | 'invariants.hard'
  | 'invariants.soft'
  | 'governance.hard'
  | 'governance.soft'
  | 'invariants.process'
  | 'invariants.output'

/** One promise as written: plain data, so that a contract can be stored, compared and compiled anywhere. */
export interface ClauseSource {
  readonly id: string
  readonly section: Section
  /** The name of the operator, the predicate or the check. */
  readonly operator: string
  readonly options: unknown
  readonly level: Level
  readonly severity: Severity
  readonly when: Condition
  readonly description: string
  readonly location: Location
  /** The field of the state that a predicate looks at. */
  readonly field?: string
  readonly category?: string
  readonly recovery?: { readonly strategy: string; readonly window: number }
  /** For output checks: the promise is that the check does not hold. */
  readonly negate?: boolean
  /** For output checks in the lab: asked instead of the golden prompts. */
  readonly probes?: readonly string[]
}

export const STRATEGY_TYPES = [
  'inject_correction',
  'reduce_autonomy',
  'pause_and_escalate',
  'graceful_shutdown',
] as const

export interface Strategy {
  readonly name: string
  readonly type: (typeof STRATEGY_TYPES)[number]
  readonly actions: readonly string[]
  readonly maxAttempts: number
  readonly fallback?: string
}

export type OnViolation = 'raise' | 'log_and_continue'

export interface Recovery {
  readonly onHardViolation: OnViolation
  readonly onSoftViolation: OnViolation
  readonly strategies: readonly Strategy[]
}

export interface Satisfaction {
  readonly p: number
  readonly delta: number
  readonly k: number
}

export interface DriftConfig {
  readonly window: number
  readonly weights: { readonly compliance: number; readonly distributional: number }
  readonly thresholds: { readonly warning: number; readonly critical: number }
}

export interface Reliability {
  readonly weights: {
    readonly compliance: number
    readonly drift: number
    readonly stress: number
    readonly recovery: number
  }
  readonly deploymentThreshold: number
}

export interface Metadata {
  readonly author: string
  readonly domain: string
  readonly created: string
  readonly tags: readonly string[]
}

export type Upstream = Readonly<Partial<Record<'anthropic' | 'openai' | 'gemini' | 'openrouter', string>>>

/** A contract of any dialect, read and complete. */
export interface Contract {
  readonly dialect: 'dsl-0.3' | 'dsl-0.4' | 'test-configuration'
  readonly kind: 'agent' | 'pipeline'
  readonly name: string
  readonly description: string
  readonly version: string
  readonly metadata?: Metadata
  readonly clauses: readonly ClauseSource[]
  readonly recovery: Recovery
  readonly satisfaction: Satisfaction
  readonly drift: DriftConfig
  readonly reliability: Reliability
  readonly upstream: Upstream
  /** Changes whenever the meaning of the contract does. */
  readonly hash: string
  /** The files it was read from, the first one first. */
  readonly files: readonly string[]
}

/** A contract together with the texts it came from, for code frames. */
export interface LoadedContract {
  readonly contract: Contract
  readonly sources: readonly SourceText[]
}
