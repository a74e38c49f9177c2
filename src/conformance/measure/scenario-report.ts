import { exactLowerBound, passHatK, strictPassHatK, trialsNeeded, wilson } from '../../metrics/index.ts'
import type { SuiteEntry } from '../run-suite.ts'
import type { TrialCost } from '../trial/observation.ts'
import type { CertificationReport, CostReport, IntervalReport, ScenarioReport } from './report-shape.ts'
import type { FailingTrial, ScenarioResult } from './scenario-result.ts'

/** Rates are compared as decimal fractions people write, not to the last bit. */
export const RATE_SLACK = 1e-9
const DEFAULT_BAR = 0.95

export interface NumbersOptions {
  readonly confidence: number
  /** For which k `pass^k` is estimated, besides the powers of two. */
  readonly passKs: readonly number[]
  readonly floor?: number
  readonly isLive: boolean
  /** The command line that repeats one trial. */
  readonly repeatWith: (name: string, trial: number) => string
}

export function scenarioReport(entry: SuiteEntry, options: NumbersOptions): ScenarioReport {
  return entry.kind === 'run' ? ranReport(entry.result, options) : notLoadedReport(entry)
}

function ranReport(result: ScenarioResult, options: NumbersOptions): ScenarioReport {
  const { scenario, trials, passedTrials, totalCost, failing } = result
  const { minPassRate } = scenario
  const rate = trials === 0 ? 0 : passedTrials / trials
  const isStrict = strictPassHatK({ successes: passedTrials, trials }) === true
  return {
    name: scenario.name,
    file: scenario.file,
    description: scenario.description ?? null,
    capabilities: scenario.capabilities,
    trials,
    passed_trials: passedTrials,
    pass_k: isStrict ? 1 : 0,
    pass_hat_k: estimates(result, options.passKs),
    pass_rate: rate,
    pass_rate_interval: intervalOf(result, options.confidence),
    min_pass_rate: minPassRate ?? null,
    passed: minPassRate === undefined ? isStrict : rate + RATE_SLACK >= minPassRate,
    certification: certificationOf(result, options),
    cost: costOf(result.firstCost),
    total_cost: { ...costOf(totalCost), cost_usd: totalCost.costUsd },
    cost_per_success_tokens: passedTrials === 0 ? null : totalCost.llmTokens / passedTrials,
    total_latency_ms: Math.round(result.totalLatencyMs),
    latency_ms: result.latencyMs,
    load_error: null,
    failures: failing.flatMap(({ trial, failures }) =>
      failures.map((failure) => `trial ${trial}: ${failure}`),
    ),
    failing_trials: failing.map((each) => failingReport(scenario.name, each, options)),
    sampling: {
      mode: scenario.sampling,
      combinations: result.combinations,
      tried: result.combinationsTried,
      fraction: result.combinationsTried / result.combinations,
    },
    exercised: result.exercised,
    unobserved_tags: result.unobservedTags,
    node_coverage:
      result.nodes === 0
        ? null
        : {
            visited: result.nodes - result.unvisitedNodes.length,
            total: result.nodes,
            unvisited: result.unvisitedNodes,
          },
    unused_turns: result.unusedTurns,
    faults_planned: result.faultsPlanned,
    faults_fired: result.faultsFired,
    denials: result.denials,
    deterministic: scenario.subject.kind === 'workflow' && !options.isLive,
    workflow_hash: result.workflowHash ?? null,
  }
}

function failingReport(
  name: string,
  { trial, variants, choice, failures }: FailingTrial,
  options: NumbersOptions,
) {
  return { trial, variants, choice, failures, repeat: options.repeatWith(name, trial) }
}

function estimates(
  { trials, passedTrials }: ScenarioResult,
  more: readonly number[],
): Readonly<Record<string, number>> {
  const powers = Array.from({ length: 21 }, (_, power) => 2 ** power)
  const wanted = [...new Set([...powers, ...more, trials])].filter((k) => k >= 1 && k <= trials)
  const proportion = { successes: passedTrials, trials }
  return Object.fromEntries(
    wanted.sort((left, right) => left - right).map((k) => [String(k), passHatK(proportion, k) ?? 0]),
  )
}

function intervalOf(
  { scenario, trials, passedTrials, combinations, combinationsTried }: ScenarioResult,
  confidence: number,
): IntervalReport | null {
  const rate = passedTrials / trials
  // who has tried every combination once knows the share; chosen pairs are no sample of anything
  if (
    scenario.sampling === 'exhaustive' &&
    combinationsTried === combinations &&
    scenario.subject.kind === 'workflow'
  )
    return { lower: rate, upper: rate, confidence: 1, method: 'exhaustive' }
  if (scenario.sampling === 'pairwise' && combinationsTried < combinations) return null
  const interval = wilson({ successes: passedTrials, trials }, confidence)
  return interval === undefined ? null : { ...interval, confidence, method: 'wilson' }
}

function certificationOf(
  { scenario, trials, passedTrials }: ScenarioResult,
  { confidence, floor }: NumbersOptions,
): CertificationReport | null {
  if (trials === 0) return null
  const bar = Math.max(scenario.minPassRate ?? 0, floor ?? 0) || DEFAULT_BAR
  const lower = exactLowerBound({ successes: passedTrials, trials }, 1 - confidence)
  const needed = trialsNeeded(bar, confidence, trials - passedTrials)
  return { bar, confidence, lower_bound: lower, shown: lower >= bar, trials_needed: needed ?? null }
}

function costOf({ llmCalls, llmTokens, nodeExecutions, policyDenials }: TrialCost): CostReport {
  return {
    llm_calls: llmCalls,
    llm_tokens: llmTokens,
    node_executions: nodeExecutions,
    policy_denials: policyDenials,
  }
}

function notLoadedReport({
  name,
  file,
  capabilities,
  reason,
}: Extract<SuiteEntry, { kind: 'not-loaded' }>): ScenarioReport {
  const nothing = { llm_calls: 0, llm_tokens: 0, node_executions: 0, policy_denials: 0 }
  return {
    name,
    file,
    description: null,
    capabilities,
    trials: 0,
    passed_trials: 0,
    pass_k: 0,
    pass_hat_k: {},
    pass_rate: 0,
    pass_rate_interval: null,
    min_pass_rate: null,
    passed: false,
    certification: null,
    cost: nothing,
    total_cost: { ...nothing, cost_usd: 0 },
    cost_per_success_tokens: null,
    total_latency_ms: 0,
    latency_ms: null,
    load_error: reason,
    failures: [],
    failing_trials: [],
    sampling: null,
    exercised: [],
    unobserved_tags: [],
    node_coverage: null,
    unused_turns: 0,
    faults_planned: 0,
    faults_fired: 0,
    denials: 0,
    deterministic: true,
    workflow_hash: null,
  }
}
