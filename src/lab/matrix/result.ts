import { lexicalSimilarity } from '../../contract/checks/lexical-similarity.ts'
import { wilson } from '../../metrics/index.ts'
import {
  RUN_FORMAT,
  type CellFailure,
  type RunCell,
  type RunReason,
  type RunResult,
  type RunWarning,
} from '../run-result.ts'
import type { CellFold, FoldedFailure } from './cell-fold.ts'
import type { MatrixOptions } from './options.ts'
import { conclude } from './outcome.ts'
import type { MatrixPlan, PlannedCell } from './plan-cells.ts'
import type { Rows } from './rows.ts'
import { countOutcomes, scoreOf, verdictOf } from './score.ts'

export interface Ending {
  readonly range: { readonly from: number; readonly to: number }
  readonly warnings: readonly RunWarning[]
  readonly stopped?: RunReason
}

/** The folds of a run as the result that everybody reads; nothing in it depends on the clock. */
export function resultOf(
  options: MatrixOptions,
  { comparesTexts }: Rows,
  plan: MatrixPlan,
  folds: readonly CellFold[],
  { range, warnings, stopped }: Ending,
): RunResult {
  const { kind, configuration, contract, target, seed, isolation, gate, similarity } = options
  const trials = range.to - range.from
  const cells = plan.cells.map((cell, index) => cellOf(cell, folds[index]!, trials, options))
  const score = scoreOf(cells)
  const used = plan.cells.filter(
    ({ row }, index) => plan.cells.findIndex((other) => other.row === row) === index,
  )
  const sum = (pick: (fold: CellFold) => number): number =>
    folds.reduce((total, fold) => total + pick(fold), 0)
  return {
    format: RUN_FORMAT,
    kind,
    configuration,
    ...(contract === undefined
      ? {}
      : { contract: { name: contract.name, version: contract.version, hash: contract.hash } }),
    agent: target.name,
    seed,
    trials,
    isolation,
    ...(Object.keys(gate).length === 0 ? {} : { gate }),
    invariants: used.map(({ row: { source } }) => ({
      id: source.id,
      operator: source.operator,
      severity: source.severity,
      when: source.when,
      description: source.description,
      location: source.location,
    })),
    scenarios: options.scenarios
      .filter(({ name }) => plan.cells.some(({ scenario }) => scenario.name === name))
      .map(({ name, plan: { faults } }) => ({
        name,
        faults: faults.map(({ id, name: fault, target: hit, plane }) => ({
          faultId: id,
          fault,
          target: hit,
          plane,
        })),
      })),
    cells,
    counts: countOutcomes(cells),
    ...(score === undefined ? {} : { score }),
    ...verdictOf(kind, cells, score, gate, stopped),
    usage: {
      answers: sum(({ answers }) => answers),
      costUsd: sum(({ nanoUsd }) => nanoUsd) / 1e9,
      tokens: sum(({ tokens }) => tokens),
    },
    ...(comparesTexts ? { similarity: (similarity ?? lexicalSimilarity).measure } : {}),
    warnings,
  }
}

function cellOf(cell: PlannedCell, fold: CellFold, trials: number, options: MatrixOptions): RunCell {
  const { source } = cell.row
  const { pass: passed, fail: failed, error: errors, unjudged } = fold.counts
  const { planes } = options.target
  const seesCalls = planes.tool.some((plane) => plane !== 'boundary')
  const concluded = conclude(cell, fold, { trials, gate: options.gate, seesCalls })
  const interval = wilson({ successes: passed, trials: passed + failed + errors })
  return {
    invariant: source.id,
    scenario: cell.scenario.name,
    severity: source.severity,
    ...concluded,
    trials: { total: fold.total, passed, failed, errors, unjudged },
    ...(interval === undefined ? {} : { interval }),
    ...(fold.sequential === undefined || cell.asks === 0 ? {} : { sequential: fold.sequential }),
    fired: Object.fromEntries(cell.scenario.plan.faults.map(({ id }) => [id, fold.fired.get(id) ?? 0])),
    failures: fold.failures.map((failure) => failureOf(cell, failure, options)),
  }
}

function failureOf(
  { row: { source }, scenario }: PlannedCell,
  { trial, prompt, ruling, answer, ledger, transcript }: FoldedFailure,
  { prompts, repeat }: MatrixOptions,
): CellFailure {
  return {
    trial,
    prompt: (source.probes ?? prompts)[prompt]!,
    outcome: ruling.kind,
    ...(answer === undefined ? {} : { answer }),
    ...(ruling.kind === 'error'
      ? { error: { reason: ruling.reason, message: ruling.message } }
      : { finding: ruling.finding }),
    calls: transcript,
    ledger,
    repeat: repeat(source.id, scenario.name, trial),
  }
}
