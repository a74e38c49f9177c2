import { HoldfastError } from '../../kit/errors.ts'
import { compareProportions } from '../../metrics/index.ts'
import type { DriftReport, DriftRow, ScenarioReport } from './report-shape.ts'
import { RATE_SLACK } from './scenario-report.ts'

interface BaselineScenario {
  readonly name: string
  readonly passRate: number
  readonly tokens: number | null
  /** Reports of other tools may not say. */
  readonly proportion?: { readonly successes: number; readonly trials: number }
  readonly workflowHash?: string
}

/** An earlier report, as far as it is compared. */
export interface Baseline {
  readonly scenarios: ReadonlyMap<string, BaselineScenario>
}

/** Reads an earlier report. One that compares with nothing is refused, because it would pass everything. */
export function readBaseline(text: string, file: string): Baseline {
  const wrong = (what: string) =>
    new HoldfastError('HF_INVALID_FILE', `${file}:1:1  ${what}`, 'write one with --save-baseline <file>')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw wrong(`the baseline is not JSON: ${(error as Error).message}`)
  }
  const rows = (value as { scenarios?: unknown } | null)?.scenarios
  if (!Array.isArray(rows)) throw wrong('the baseline has no list `scenarios`')
  const scenarios = new Map<string, BaselineScenario>()
  for (const row of rows as Record<string, unknown>[]) {
    if (typeof row?.['name'] !== 'string') throw wrong('a scenario of the baseline has no `name`')
    if (!scenarios.has(row['name'])) scenarios.set(row['name'], baselineScenario(row['name'], row))
  }
  if (scenarios.size === 0) throw wrong('the baseline holds no scenario, so nothing can be compared with it')
  return { scenarios }
}

function baselineScenario(name: string, row: Readonly<Record<string, unknown>>): BaselineScenario {
  const { pass_rate, trials, passed_trials, cost, workflow_hash } = row
  const tokens = (cost as { llm_tokens?: unknown } | undefined)?.llm_tokens
  const isCounted =
    Number.isSafeInteger(trials) &&
    Number.isSafeInteger(passed_trials) &&
    Number(passed_trials) <= Number(trials)
  return {
    name,
    passRate: typeof pass_rate === 'number' ? pass_rate : 0,
    tokens: typeof tokens === 'number' ? tokens : null,
    ...(isCounted && { proportion: { successes: Number(passed_trials), trials: Number(trials) } }),
    ...(typeof workflow_hash === 'string' && { workflowHash: workflow_hash }),
  }
}

export interface DriftOptions {
  readonly confidence: number
  readonly isPartial: boolean
}

/** What became worse, what only looks so, and what is no longer there to be looked at. */
export function driftOf(
  scenarios: readonly ScenarioReport[],
  { scenarios: before }: Baseline,
  { confidence, isPartial }: DriftOptions,
): DriftReport {
  const names = new Set(scenarios.map(({ name }) => name))
  const gone = isPartial ? [] : [...before.values()].filter(({ name }) => !names.has(name))
  const rows = [
    ...scenarios.map((scenario) => rowOf(scenario, before.get(scenario.name), confidence)),
    ...gone.map(({ name, passRate, tokens }): DriftRow => ({
      ...NOTHING,
      name,
      verdict: 'missing',
      old_pass_rate: passRate,
      old_tokens: tokens,
    })),
  ]
  const named = (verdict: DriftRow['verdict']) =>
    rows.filter((row) => row.verdict === verdict).map(({ name }) => name)
  return { regressions: named('regressed'), missing: named('missing'), added: named('new'), rows }
}

const NOTHING: Omit<DriftRow, 'name' | 'verdict'> = {
  old_pass_rate: null,
  new_pass_rate: null,
  p_value: null,
  test: null,
  old_tokens: null,
  new_tokens: null,
  workflow_changed: null,
}

function rowOf(now: ScenarioReport, before: BaselineScenario | undefined, confidence: number): DriftRow {
  const { name, pass_rate, cost, workflow_hash } = now
  const present = { ...NOTHING, name, new_pass_rate: pass_rate, new_tokens: cost.llm_tokens }
  if (before === undefined) return { ...present, verdict: 'new' }
  const { passRate, tokens, workflowHash } = before
  return {
    ...present,
    old_pass_rate: passRate,
    old_tokens: tokens,
    workflow_changed:
      workflowHash === undefined || workflow_hash === null ? null : workflowHash !== workflow_hash,
    ...verdictOf(now, before, confidence),
  }
}

/** The same trials of a deterministic scenario differ only because something changed; elsewhere chance has a say. */
function verdictOf(
  now: ScenarioReport,
  { passRate, proportion }: BaselineScenario,
  confidence: number,
): Pick<DriftRow, 'verdict' | 'p_value' | 'test'> {
  const isWorse = now.pass_rate + RATE_SLACK < passRate
  const isBetter = now.pass_rate > passRate + RATE_SLACK
  const direction = isWorse ? 'regressed' : 'improved'
  const isSameTrials = now.deterministic && (proportion === undefined || proportion.trials === now.trials)
  if (!isWorse && !isBetter)
    return { verdict: 'unchanged', p_value: 1, test: isSameTrials ? 'same-trials' : null }
  const compared =
    isSameTrials || proportion === undefined
      ? undefined
      : compareProportions({ successes: now.passed_trials, trials: now.trials }, proportion, confidence)
  // what cannot be put down to chance, because nothing is known about it, counts as it looks
  if (compared === undefined) return { verdict: direction, p_value: 0, test: 'same-trials' }
  const isNoise = compared.verdict === 'no-difference-shown'
  return { verdict: isNoise ? 'within-noise' : direction, p_value: compared.pValue, test: compared.test }
}
