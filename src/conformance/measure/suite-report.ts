import { wilson } from '../../metrics/index.ts'
import { CAPABILITIES, isCapability } from '../capabilities.ts'
import type { SuiteEntry, SuiteResult } from '../run-suite.ts'
import { driftOf, type Baseline } from './drift.ts'
import { forecastOf, type ForecastOptions } from './forecast.ts'
import type {
  CoverageReport,
  GateReport,
  ScenarioReport,
  SuiteReport,
  SummaryReport,
} from './report-shape.ts'
import { RATE_SLACK, scenarioReport, type NumbersOptions } from './scenario-report.ts'

export interface ReportOptions extends Partial<NumbersOptions> {
  readonly forecast?: ForecastOptions
  readonly baseline?: Baseline
  /** Only part of the corpus was run, so what is not there is not missing. */
  readonly isPartial?: boolean
}

/** Everything anybody is told about a run, computed once; reporters only show it. */
export function suiteReport(result: SuiteResult, options: ReportOptions = {}): SuiteReport {
  const numbers: NumbersOptions = {
    confidence: options.confidence ?? 0.95,
    passKs: options.passKs ?? [],
    isLive: options.isLive ?? false,
    repeatWith: options.repeatWith ?? ((name, trial) => `--only ${name} --trial ${trial}`),
    ...(options.floor !== undefined && { floor: options.floor }),
  }
  const scenarios = result.entries.map((entry) => scenarioReport(entry, numbers))
  const summary = summaryOf(scenarios, numbers.confidence)
  const gate = gateOf(scenarios, options.floor)
  const drift =
    options.baseline === undefined
      ? null
      : driftOf(scenarios, options.baseline, {
          confidence: numbers.confidence,
          isPartial: options.isPartial === true,
        })
  const forecast =
    options.forecast === undefined
      ? null
      : forecastOf(scenarios, summary.cost_per_success_tokens, options.forecast)
  const isDrifted = drift !== null && drift.regressions.length + drift.missing.length > 0
  return {
    format: 'holdfast.conformance/1',
    exit_code: exitCode(result.entries, scenarios, gate.violations.length > 0 || isDrifted),
    summary,
    scenarios,
    gate,
    forecast,
    drift,
    problems: result.problems,
    skipped_files: result.skippedFiles,
  }
}

/** A file that is wrong comes first, then a promise that is broken, then what could not be judged. */
function exitCode(
  entries: readonly SuiteEntry[],
  scenarios: readonly ScenarioReport[],
  isBroken: boolean,
): 0 | 1 | 2 | 3 {
  const isWrong = entries.some((entry) => entry.kind === 'not-loaded' && !entry.isUnavailable)
  if (isWrong) return 2
  const unjudged = entries.map((entry) =>
    entry.kind === 'not-loaded'
      ? true
      : entry.result.couldNotRun > 0 &&
        entry.result.couldNotRun === entry.result.trials - entry.result.passedTrials,
  )
  if (isBroken || scenarios.some(({ passed }, index) => !passed && !unjudged[index]!)) return 1
  return unjudged.includes(true) ? 3 : 0
}

function summaryOf(scenarios: readonly ScenarioReport[], confidence: number): SummaryReport {
  const total = (of: (scenario: ScenarioReport) => number) =>
    scenarios.reduce((sum, scenario) => sum + of(scenario), 0)
  const passed = scenarios.filter((scenario) => scenario.passed).length
  const passedTrials = total(({ passed_trials }) => passed_trials)
  const trials = total((scenario) => scenario.trials)
  const tokens = total(({ total_cost }) => total_cost.llm_tokens)
  const interval = wilson({ successes: passedTrials, trials }, confidence)
  const asking = scenarios.filter(({ total_cost }) => total_cost.llm_calls > 0)
  const askingPassed = asking.reduce((sum, { passed_trials }) => sum + passed_trials, 0)
  return {
    scenarios: scenarios.length,
    passed,
    failed: scenarios.length - passed,
    mean_pass_k: scenarios.length === 0 ? 0 : total(({ pass_k }) => pass_k) / scenarios.length,
    trials,
    pass_rate: trials === 0 ? null : passedTrials / trials,
    pass_rate_interval: interval === undefined ? null : { ...interval, confidence, method: 'wilson' },
    total_llm_calls: total(({ cost }) => cost.llm_calls),
    total_llm_tokens: total(({ cost }) => cost.llm_tokens),
    cost_per_success_tokens: passedTrials === 0 ? null : tokens / passedTrials,
    total_trial_tokens: tokens,
    total_passed_trials: passedTrials,
    total_cost_usd: total(({ total_cost }) => total_cost.cost_usd),
    with_model: {
      scenarios: asking.length,
      passed_trials: askingPassed,
      cost_per_success_tokens: askingPassed === 0 ? null : tokens / askingPassed,
    },
    coverage: coverageOf(scenarios),
  }
}

/** What did its work in a scenario that passed, whatever the scenario claims. */
function coverageOf(scenarios: readonly ScenarioReport[]): CoverageReport {
  const covered = new Set(scenarios.filter(({ passed }) => passed).flatMap(({ exercised }) => exercised))
  const unknown = new Set(
    scenarios.flatMap(({ capabilities }) => capabilities.filter((tag) => !isCapability(tag))),
  )
  return {
    covered: covered.size,
    total: CAPABILITIES.length,
    fraction: covered.size / CAPABILITIES.length,
    uncovered: CAPABILITIES.filter((capability) => !covered.has(capability)),
    unknown_tags: [...unknown].sort(),
    unobserved_tags: scenarios
      .filter(({ unobserved_tags }) => unobserved_tags.length > 0)
      .map(({ name, unobserved_tags }) => ({ scenario: name, tags: unobserved_tags })),
  }
}

function gateOf(scenarios: readonly ScenarioReport[], floor: number | undefined): GateReport {
  const violations = scenarios.flatMap(({ name, pass_rate, min_pass_rate }) => {
    const required = Math.max(floor ?? 0, min_pass_rate ?? 0)
    return pass_rate + RATE_SLACK < required ? [{ name, pass_rate, required }] : []
  })
  return { floor: floor ?? null, violations }
}
