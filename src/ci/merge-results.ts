import { wilson } from '../metrics/index.ts'
import { countOutcomes, isFailed } from '../lab/matrix/score.ts'
import type { CellFailure, Outcome, RunCell, RunResult } from '../lab/run-result.ts'
import { groupBy } from '../kit/group-by.ts'

const MOST_FAILURES = 3

/** A result of one case, and the column it belongs to. */
export interface ColumnResult {
  readonly column: string
  readonly result: RunResult
}

type Merged = Pick<RunResult, 'invariants' | 'scenarios' | 'cells' | 'counts' | 'usage' | 'warnings'>

/** Results of single cases as one matrix: a case is a trial of its column's cells. */
export function mergeResults(results: readonly ColumnResult[]): Merged {
  const columns = groupBy(results, ({ column }) => column)
  const invariants = new Map(
    results.flatMap(({ result }) => result.invariants.map((each) => [each.id, each])),
  )
  const cells = [...columns].flatMap(([column, cases]) =>
    [...invariants.keys()].flatMap((id) => {
      const own = cases.flatMap(({ result }) => result.cells.filter(({ invariant }) => invariant === id))
      return own.length === 0 ? [] : [mergedCell(column, own)]
    }),
  )
  return {
    invariants: [...invariants.values()],
    scenarios: [...columns].map(([name, cases]) => ({
      name,
      faults: cases[0]!.result.scenarios.flatMap(({ faults }) => faults),
    })),
    cells,
    counts: countOutcomes(cells),
    usage: {
      answers: sum(results, ({ usage }) => usage.answers),
      costUsd: sum(results, ({ usage }) => usage.costUsd),
      tokens: sum(results, ({ usage }) => usage.tokens),
    },
    warnings: [
      ...new Map(
        results.flatMap(({ result }) => result.warnings.map((each) => [each.message, each])),
      ).values(),
    ],
  }
}

function sum(results: readonly ColumnResult[], pick: (result: RunResult) => number): number {
  return results.reduce((total, { result }) => total + pick(result), 0)
}

function mergedCell(column: string, cells: readonly RunCell[]): RunCell {
  const add = (pick: (trials: RunCell['trials']) => number): number =>
    cells.reduce((total, { trials }) => total + pick(trials), 0)
  const trials = {
    total: add(({ total }) => total),
    passed: add(({ passed }) => passed),
    failed: add(({ failed }) => failed),
    errors: add(({ errors }) => errors),
    unjudged: add(({ unjudged }) => unjudged),
  }
  const interval = wilson({ successes: trials.passed, trials: trials.passed + trials.failed + trials.errors })
  const why = cells.find((cell) => cell.why !== undefined)?.why
  const outcome = mergedOutcome(cells)
  return {
    invariant: cells[0]!.invariant,
    scenario: column,
    severity: cells[0]!.severity,
    outcome,
    ...(why === undefined || isFailed(outcome) || outcome === 'pass' ? {} : { why }),
    trials,
    ...(interval === undefined ? {} : { interval }),
    fired: firedIn(cells),
    failures: cells.flatMap(({ failures }): readonly CellFailure[] => failures).slice(0, MOST_FAILURES),
  }
}

function firedIn(cells: readonly RunCell[]): Readonly<Record<string, number>> {
  const fired: Record<string, number> = {}
  for (const cell of cells)
    for (const [id, count] of Object.entries(cell.fired)) fired[id] = (fired[id] ?? 0) + count
  return fired
}

/** One broken case breaks the cell; some broken among some kept is flaky; what nobody could judge is never green. */
function mergedOutcome(cells: readonly RunCell[]): Outcome {
  const outcomes = new Set(cells.map(({ outcome }) => outcome))
  const failed = cells.filter(({ outcome }) => isFailed(outcome))
  if (failed.length > 0) return outcomes.has('pass') ? 'flaky' : failed[0]!.outcome
  if (outcomes.has('undecided')) return 'undecided'
  if (outcomes.has('pass')) return 'pass'
  return outcomes.has('vacuous') ? 'vacuous' : 'not-applicable'
}
