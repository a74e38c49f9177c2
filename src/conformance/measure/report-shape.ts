import type { Problem } from '../../kit/source/index.ts'

/** The report as it is written; names are those existing tools read. */
export interface SuiteReport {
  readonly format: 'holdfast.conformance/1'
  readonly exit_code: 0 | 1 | 2 | 3
  readonly summary: SummaryReport
  readonly scenarios: readonly ScenarioReport[]
  readonly gate: GateReport
  readonly forecast: ForecastReport | null
  readonly drift: DriftReport | null
  readonly problems: readonly Problem[]
  readonly skipped_files: readonly string[]
}

export interface SummaryReport {
  readonly scenarios: number
  readonly passed: number
  readonly failed: number
  readonly mean_pass_k: number
  readonly trials: number
  readonly pass_rate: number | null
  readonly pass_rate_interval: IntervalReport | null
  readonly total_llm_calls: number
  readonly total_llm_tokens: number
  readonly cost_per_success_tokens: number | null
  readonly total_trial_tokens: number
  readonly total_passed_trials: number
  readonly total_cost_usd: number
  /** Of scenarios that call a model alone: the others cost nothing and would make it look cheaper. */
  readonly with_model: {
    readonly scenarios: number
    readonly passed_trials: number
    readonly cost_per_success_tokens: number | null
  }
  readonly coverage: CoverageReport
}

export interface CoverageReport {
  readonly covered: number
  readonly total: number
  readonly fraction: number
  readonly uncovered: readonly string[]
  readonly unknown_tags: readonly string[]
  /** Claimed by a scenario that never got there. */
  readonly unobserved_tags: readonly { readonly scenario: string; readonly tags: readonly string[] }[]
}

export interface IntervalReport {
  readonly lower: number
  readonly upper: number
  readonly confidence: number
  /** `exhaustive`: every combination was tried, so there is nothing left to estimate. */
  readonly method: 'wilson' | 'exhaustive'
}

export interface CostReport {
  readonly llm_calls: number
  readonly llm_tokens: number
  readonly node_executions: number
  readonly policy_denials: number
}

export interface FailingTrialReport {
  readonly trial: number
  readonly variants: readonly string[]
  readonly choice: readonly number[]
  readonly failures: readonly string[]
  /** The command line that runs exactly this trial again. */
  readonly repeat: string
}

export interface ScenarioReport {
  readonly name: string
  readonly file: string
  readonly description: string | null
  readonly capabilities: readonly string[]
  readonly trials: number
  readonly passed_trials: number
  readonly pass_k: number
  /** The unbiased estimate that k fresh trials all pass, by k. */
  readonly pass_hat_k: Readonly<Record<string, number>>
  readonly pass_rate: number
  readonly pass_rate_interval: IntervalReport | null
  readonly min_pass_rate: number | null
  readonly passed: boolean
  readonly certification: CertificationReport | null
  readonly cost: CostReport
  readonly total_cost: CostReport & { readonly cost_usd: number }
  readonly cost_per_success_tokens: number | null
  readonly total_latency_ms: number
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly max: number } | null
  readonly load_error: string | null
  readonly failures: readonly string[]
  readonly failing_trials: readonly FailingTrialReport[]
  readonly sampling: {
    readonly mode: string
    readonly combinations: number
    readonly tried: number
    readonly fraction: number
  } | null
  readonly exercised: readonly string[]
  readonly unobserved_tags: readonly string[]
  /** How much of the workflow any trial came to. */
  readonly node_coverage: {
    readonly visited: number
    readonly total: number
    readonly unvisited: readonly string[]
  } | null
  readonly unused_turns: number
  /** A scenario whose faults never happened proves nothing about them. */
  readonly faults_planned: number
  readonly faults_fired: number
  readonly denials: number
  /** Nothing but the trial's number decides how it goes. */
  readonly deterministic: boolean
  readonly workflow_hash: string | null
}

export interface CertificationReport {
  readonly bar: number
  readonly confidence: number
  /** The exact one-sided bound of the pass rate. */
  readonly lower_bound: number
  /** The trials show the bar, and do not only happen to be above it. */
  readonly shown: boolean
  /** With as many failures as there were; nothing shows a bar of 1. */
  readonly trials_needed: number | null
}

export interface GateReport {
  readonly floor: number | null
  readonly violations: readonly {
    readonly name: string
    readonly pass_rate: number
    readonly required: number
  }[]
}

export interface ForecastReport {
  readonly runs_per_day: number
  readonly price_per_mtok: number | null
  readonly tokens_per_success: number
  readonly tokens_per_day: number
  readonly tokens_per_month: number
  readonly usd_per_month: number | null
  readonly scenarios: readonly {
    readonly name: string
    readonly tokens_per_success: number
    readonly tokens_per_month: number
    readonly usd_per_month: number | null
  }[]
}

export interface DriftRow {
  readonly name: string
  readonly verdict: 'regressed' | 'improved' | 'within-noise' | 'unchanged' | 'missing' | 'new'
  readonly old_pass_rate: number | null
  readonly new_pass_rate: number | null
  /** The chance of such a difference between two runs of the same thing; 0 where chance plays no part. */
  readonly p_value: number | null
  readonly test: 'same-trials' | 'fisher' | 'z' | null
  readonly old_tokens: number | null
  readonly new_tokens: number | null
  readonly workflow_changed: boolean | null
}

export interface DriftReport {
  readonly regressions: readonly string[]
  readonly missing: readonly string[]
  readonly added: readonly string[]
  readonly rows: readonly DriftRow[]
}
