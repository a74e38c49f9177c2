import type { DriftRow, ScenarioReport, SuiteReport } from '../measure/report-shape.ts'

/** How the words are dressed; the plain one leaves them alone. */
export interface Dress {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly doubtful: (text: string) => string
  readonly quiet: (text: string) => string
  /** Agent text: one line, bounded, no control characters. */
  readonly foreign: (text: string) => string
}

const MAX_FAILING_SHOWN = 8

/** Failures first, each with the command that repeats it; then the others, then the sums. */
export function textReport(report: SuiteReport, dress: Dress): string {
  const failed = report.scenarios.filter(({ passed }) => !passed)
  const kept = report.scenarios.filter(({ passed }) => passed)
  return [
    ...failed.flatMap((scenario) => failedLines(scenario, dress)),
    ...(failed.length > 0 && kept.length > 0 ? [''] : []),
    ...kept.map((scenario) => keptLine(scenario, dress)),
    '',
    ...summaryLines(report, dress),
    ...gateLines(report, dress),
    ...forecastLines(report),
    ...driftLines(report, dress),
    '',
  ].join('\n')
}

function failedLines(scenario: ScenarioReport, { bad, quiet, foreign }: Dress): readonly string[] {
  const { name, load_error, failing_trials, trials, passed_trials } = scenario
  if (load_error !== null) return [`${bad('FAIL')} ${foreign(name)}`, `       ${foreign(load_error)}`]
  const shown = failing_trials.slice(0, MAX_FAILING_SHOWN)
  const more = trials - passed_trials - shown.length
  return [
    `${bad('FAIL')} ${foreign(name).padEnd(34)} ${numbersOf(scenario)}`,
    ...shown.flatMap(({ trial, variants, failures, repeat }) => [
      ...failures.map(
        (failure) =>
          `       trial ${trial}${variants.length === 0 ? '' : ` (${foreign(variants.join(', '))})`}: ${foreign(failure)}`,
      ),
      quiet(`       again: ${foreign(repeat)}`),
    ]),
    ...(more > 0 ? [quiet(`       and ${more} more failing trials`)] : []),
  ]
}

function keptLine(scenario: ScenarioReport, { good, doubtful, foreign }: Dress): string {
  const { name, cost, pass_k } = scenario
  const label = pass_k === 1 ? good('ok  ') : doubtful('ok  ')
  return `${label} ${foreign(name).padEnd(34)} ${numbersOf(scenario)}   ${cost.llm_calls} calls / ${cost.llm_tokens} tok`
}

/** The strict figure always, and beside it what it is made of. */
function numbersOf({
  trials,
  passed_trials,
  pass_k,
  pass_rate,
  pass_rate_interval,
  min_pass_rate,
  sampling,
}: ScenarioReport): string {
  const strict = `pass^${String(trials).padEnd(2)} = ${pass_k.toFixed(1)}`
  if (trials <= 1) return strict
  const interval =
    pass_rate_interval === null || pass_rate_interval.method === 'exhaustive'
      ? ''
      : ` [${pass_rate_interval.lower.toFixed(2)}, ${pass_rate_interval.upper.toFixed(2)}]`
  const bar = min_pass_rate === null ? '' : `, bar ${min_pass_rate}`
  const tried =
    sampling === null || sampling.combinations === 1
      ? ''
      : `, ${sampling.tried} of ${sampling.combinations} combinations`
  return `${strict}   ${passed_trials} of ${trials} (${pass_rate.toFixed(2)}${interval}${bar}${tried})`
}

function summaryLines(
  { summary, problems, scenarios }: SuiteReport,
  { doubtful, foreign }: Dress,
): readonly string[] {
  const { coverage, with_model: model } = summary
  const interval = summary.pass_rate_interval
  const rate =
    summary.pass_rate === null || interval === null
      ? ''
      : ` | ${summary.total_passed_trials} of ${summary.trials} trials (${summary.pass_rate.toFixed(3)} [${interval.lower.toFixed(3)}, ${interval.upper.toFixed(3)}])`
  const warnings = problems.filter(({ level }) => level === 'warning').length
  return [
    `${summary.scenarios} scenario(s): ${summary.passed} passed, ${summary.failed} failed | mean pass^k = ${summary.mean_pass_k.toFixed(3)}${rate} | ${summary.total_llm_calls} llm calls, ${summary.total_llm_tokens} tokens`,
    ...(summary.cost_per_success_tokens === null
      ? ['cost-per-success: nothing passed, so nothing can be said']
      : [
          `cost-per-success: ${summary.cost_per_success_tokens.toFixed(1)} tokens/success (${summary.total_trial_tokens} tokens over ${summary.total_passed_trials} passing trials)`,
        ]),
    ...(model.cost_per_success_tokens === null
      ? []
      : [
          `  where a model is called: ${model.cost_per_success_tokens.toFixed(1)} tokens/success over ${model.passed_trials} passing trials`,
        ]),
    `coverage: ${coverage.covered}/${coverage.total} capabilities (${Math.round(coverage.fraction * 100)}%)`,
    ...(coverage.uncovered.length === 0 ? [] : [`  uncovered: ${coverage.uncovered.join(', ')}`]),
    ...(coverage.unknown_tags.length === 0
      ? []
      : [doubtful(`  WARNING unknown capability tags: ${foreign(coverage.unknown_tags.join(', '))}`)]),
    ...coverage.unobserved_tags.map(({ scenario, tags }) =>
      doubtful(`  WARNING ${foreign(scenario)} claims what never ran: ${tags.join(', ')}`),
    ),
    ...scenarios
      .filter(
        ({ faults_planned, faults_fired, trials }) => trials > 0 && faults_planned > 0 && faults_fired === 0,
      )
      .map(({ name }) => doubtful(`  WARNING none of the faults of ${foreign(name)} ever happened`)),
    ...(warnings === 0 ? [] : [doubtful(`${warnings} warnings; see above`)]),
  ]
}

function gateLines(
  { gate, scenarios }: SuiteReport,
  { bad, good, quiet, foreign }: Dress,
): readonly string[] {
  if (gate.floor === null && gate.violations.length === 0) return []
  if (gate.violations.length === 0) {
    const unshown = scenarios.filter(({ certification }) => certification !== null && !certification.shown)
    const needed = Math.max(0, ...unshown.map(({ certification }) => certification!.trials_needed ?? 0))
    return [
      good(`gate: every scenario reaches its bar (floor ${gate.floor})`),
      ...(unshown.length === 0
        ? []
        : [
            quiet(
              `  ${unshown.length} have too few trials to show it at 95 % confidence${needed === 0 ? '' : `; up to ${needed} would`}`,
            ),
          ]),
    ]
  }
  return gate.violations.map(({ name, pass_rate, required }) =>
    bad(`gate: ${foreign(name)} passes ${pass_rate.toFixed(2)} of its trials, ${required} are required`),
  )
}

function forecastLines({ forecast }: SuiteReport): readonly string[] {
  if (forecast === null) return []
  const { runs_per_day, tokens_per_success, tokens_per_day, tokens_per_month, usd_per_month } = forecast
  const usd = usd_per_month === null ? '' : ` (~$${usd_per_month.toFixed(2)}/month)`
  return [
    `forecast @ ${runs_per_day} runs/day: ${tokens_per_success.toFixed(1)} tokens/success → ${Math.round(tokens_per_day)} tokens/day, ${Math.round(tokens_per_month)} tokens/month${usd}`,
  ]
}

function driftLines({ drift }: SuiteReport, { bad, good, quiet, foreign }: Dress): readonly string[] {
  if (drift === null) return []
  const rate = (value: number | null) => (value === null ? '–' : value.toFixed(2))
  const line = ({ name, old_pass_rate, new_pass_rate, p_value, test, workflow_changed }: DriftRow) =>
    `${foreign(name)} pass_rate ${rate(old_pass_rate)} → ${rate(new_pass_rate)}${test === 'fisher' || test === 'z' ? ` (p = ${p_value!.toFixed(3)})` : ''}${workflow_changed === true ? ', workflow changed' : ''}`
  const of = (verdict: DriftRow['verdict']) => drift.rows.filter((row) => row.verdict === verdict)
  const isGood = drift.regressions.length + drift.missing.length === 0
  return [
    isGood ? good('drift vs baseline: none') : bad('drift vs baseline — REGRESSIONS:'),
    ...of('regressed').map((row) => bad(`  ${line(row)}`)),
    ...of('missing').map((row) => bad(`  ${foreign(row.name)} is in the baseline and was not run`)),
    ...of('within-noise').map((row) => quiet(`  within noise: ${line(row)}`)),
    ...of('improved').map((row) => quiet(`  improved: ${line(row)}`)),
    ...of('new').map((row) => quiet(`  new: ${foreign(row.name)}`)),
  ]
}
