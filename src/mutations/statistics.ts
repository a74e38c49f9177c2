import { quantile, shareOf, wilson, type Interval } from '../metrics/index.ts'
import type { Weights } from './weights.ts'

/** How one mutation ended. `error`: the agent gave no answer, which counts as failed. `not-run`: nothing was measured. */
export interface MutationTrial {
  readonly type: string
  readonly outcome: 'pass' | 'fail' | 'error' | 'not-run'
  readonly latencyMs?: number
}

export interface MutationCounts {
  /** Mutations that were run. */
  readonly total: number
  readonly passed: number
  readonly failed: number
  /** Of the failed ones, those without an answer. */
  readonly errors: number
  readonly notRun: number
  /** Absent when nothing was run. */
  readonly passRate?: number
  /** Wilson, 95 %. */
  readonly interval?: Interval
}

export interface TypeStatistics extends MutationCounts {
  readonly type: string
  readonly weight: number
}

export interface Latencies {
  readonly meanMs: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

export interface MutationStatistics extends MutationCounts {
  /** Σ weight of the passed ÷ Σ weight of all that were run; absent when that is nothing. */
  readonly score?: number
  readonly latency?: Latencies
  /** In the order in which the types were first seen. */
  readonly byType: readonly TypeStatistics[]
}

/** A type without a weight counts 1. */
const UNKNOWN_WEIGHT = 1

/** `undefined` when nothing was run, or when everything that was run weighs nothing. */
export function robustnessScore(trials: readonly MutationTrial[], weights: Weights): number | undefined {
  let passed = 0
  let all = 0
  for (const { type, outcome } of trials) {
    if (outcome === 'not-run') continue
    const weight = weightOf(type, weights)
    all += weight
    if (outcome === 'pass') passed += weight
  }
  return all > 0 ? passed / all : undefined
}

export function mutationStatistics(trials: readonly MutationTrial[], weights: Weights): MutationStatistics {
  const score = robustnessScore(trials, weights)
  const latency = latenciesOf(trials)
  const types = [...new Set(trials.map(({ type }) => type))]
  return {
    ...countsOf(trials),
    ...(score === undefined ? {} : { score }),
    ...(latency === undefined ? {} : { latency }),
    byType: types.map((type) => ({
      type,
      weight: weightOf(type, weights),
      ...countsOf(trials.filter((trial) => trial.type === type)),
    })),
  }
}

function countsOf(trials: readonly MutationTrial[]): MutationCounts {
  const count = (outcome: MutationTrial['outcome']) =>
    trials.filter((trial) => trial.outcome === outcome).length
  const [passed, errors, notRun] = [count('pass'), count('error'), count('not-run')]
  const total = trials.length - notRun
  const proportion = { successes: passed, trials: total }
  const passRate = shareOf(proportion)
  const interval = wilson(proportion)
  return {
    total,
    passed,
    failed: total - passed,
    errors,
    notRun,
    ...(passRate === undefined ? {} : { passRate }),
    ...(interval === undefined ? {} : { interval }),
  }
}

function latenciesOf(trials: readonly MutationTrial[]): Latencies | undefined {
  const measured = trials.flatMap(({ latencyMs }) => (latencyMs === undefined ? [] : [latencyMs]))
  if (measured.length === 0) return undefined
  const at = (share: number) => quantile(measured, share)!
  const sum = measured.reduce((total, value) => total + value, 0)
  return { meanMs: sum / measured.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

function weightOf(type: string, weights: Weights): number {
  return Object.hasOwn(weights, type) ? weights[type]! : UNKNOWN_WEIGHT
}
