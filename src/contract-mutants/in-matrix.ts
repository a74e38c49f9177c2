import type { ClauseSource } from '../contract/index.ts'
import type { Outcome, RunCell } from '../lab/run-result.ts'
import type { Mutant } from './mutant.ts'
import { trialsByClause, type ClauseTrials } from './trial.ts'

/**
 * The clauses of a matrix with every looser form as one more row. All rows are judged on the same answers, so one run
 * tells what a run of each mutant would, and no agent is asked twice.
 */
export function clausesWithLooserForms(
  clauses: readonly ClauseSource[],
  mutants: readonly Mutant[],
): readonly ClauseSource[] {
  return [
    ...clauses,
    ...mutants.flatMap((mutant, index) =>
      mutant.kind === 'loosen' ? [{ ...mutant.looser, id: rowOf(mutant, index) }] : [],
    ),
  ]
}

/** Ends the names of rows that are not the contract's own; no name written in a file does. */
const NOT_OWN = '\u0000'

function rowOf({ clause }: Mutant, index: number): string {
  return `${clause.id} ${index}${NOT_OWN}`
}

export function isRowOfContract({ invariant }: Pick<RunCell, 'invariant'>): boolean {
  return !invariant.endsWith(NOT_OWN)
}

type Cell = Pick<RunCell, 'invariant' | 'scenario' | 'outcome' | 'trials'>

/** What the cells of such a run say about each mutant. */
export function trialsInMatrix(cells: readonly Cell[], mutants: readonly Mutant[]): readonly ClauseTrials[] {
  const cellsOf = (row: string) => cells.filter(({ invariant }) => invariant === row)
  const noticed = mutants.map((mutant, index) => {
    const own = cellsOf(mutant.clause.id)
    const first =
      mutant.kind === 'loosen'
        ? firstDifference(own, cellsOf(rowOf(mutant, index)))
        : own.find(({ outcome }) => NOTICES[mutant.kind][outcome])
    return { mutant, by: first === undefined ? undefined : `${first.invariant}@${first.scenario}` }
  })
  return trialsByClause(noticed, (clauseId) => ({
    isHeard: cellsOf(clauseId).some(({ outcome }) => NOTICES.negate[outcome]),
    objects: cellsOf(clauseId).some(({ outcome }) => NOTICES.delete[outcome]),
  }))
}

/** A deleted clause is missed where it was broken; a negated one turns every answer that was judged. */
const NOTICES = {
  delete: noticedAt('fail', 'flaky'),
  negate: noticedAt('pass', 'fail', 'flaky', 'vacuous'),
}

function noticedAt(...outcomes: readonly Outcome[]): Readonly<Partial<Record<Outcome, true>>> {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, true]))
}

function firstDifference(own: readonly Cell[], looser: readonly Cell[]): Cell | undefined {
  return own.find(({ scenario, outcome, trials }) => {
    const other = looser.find((cell) => cell.scenario === scenario)
    return other !== undefined && (other.outcome !== outcome || other.trials.passed !== trials.passed)
  })
}

/** Whether any answer was judged at all. */
export function isAnyJudged(cells: readonly Cell[]): boolean {
  return cells.some(({ outcome }) => NOTICES.negate[outcome])
}
