import type { Outcome, RunGate } from '../run-result.ts'
import type { CellFold } from './cell-fold.ts'
import type { PlannedCell } from './plan-cells.ts'

export interface Concluded {
  readonly outcome: Outcome
  readonly why?: string
}

/** What the trials of a cell come to. Green is only what was tried to the end, judged, and really put to the test. */
export function conclude(
  cell: PlannedCell,
  fold: CellFold,
  {
    trials,
    gate,
    seesCalls,
  }: { readonly trials: number; readonly gate: RunGate; readonly seesCalls: boolean },
): Concluded {
  if (!cell.isApplicable)
    return { outcome: 'not-applicable', why: `\`when: ${cell.row.source.when}\` does not hold here` }
  if (cell.row.unseen)
    return { outcome: 'vacuous', why: 'nothing that can be seen of this agent concerns the clause' }
  const { pass, fail, error, unjudged } = fold.counts
  const isOver = fold.isDecided || fold.total >= trials
  const broken = brokenOutcome(fold, gate, isOver)
  if (broken !== undefined) return { outcome: broken }
  if (!isOver)
    return {
      outcome: 'undecided',
      why: `the run ended after ${fold.total} of ${trials} trial${trials === 1 ? '' : 's'}`,
    }
  if (fold.sequential === 'continue')
    return { outcome: 'undecided', why: `${fold.total} trials were not enough to decide` }
  if (unjudged > 0 && !isGoodEnough(pass, fail + error + unjudged, gate))
    return { outcome: 'undecided', why: fold.why ?? 'a check could not be carried out' }
  const idle = whyVacuous(cell, fold, seesCalls)
  return idle === undefined ? { outcome: 'pass' } : { outcome: 'vacuous', why: idle }
}

function brokenOutcome(
  { counts, sequential }: CellFold,
  gate: RunGate,
  isOver: boolean,
): Outcome | undefined {
  const { pass, fail, error } = counts
  if (fail + error === 0) return undefined
  const worst = fail > 0 ? 'fail' : 'error'
  if (sequential !== undefined) {
    if (sequential === 'reject') return worst
    return undefined
  }
  // with more trials to come a cell may still pass its gate
  if (gate.minPassRate !== undefined && !isOver) return undefined
  if (isGoodEnough(pass, fail + error, gate)) return undefined
  return pass > 0 ? 'flaky' : worst
}

function isGoodEnough(passed: number, others: number, { minPassRate }: RunGate): boolean {
  return others === 0 || (minPassRate !== undefined && passed / (passed + others) >= minPassRate)
}

/** A fault that always fires when it can must have fired; of those left to chance, one of all at least. */
function whyVacuous({ row, scenario }: PlannedCell, fold: CellFold, seesCalls: boolean): string | undefined {
  const { faults } = scenario.plan
  const never = faults.filter(({ id }) => (fold.fired.get(id) ?? 0) === 0)
  const due =
    never.length === faults.length ? never : never.filter(({ schedule }) => schedule.probability >= 1)
  if (due.length > 0) {
    const ids = due.map(({ id }) => `\`${id}\``).join(', ')
    return `${ids} never fired, so nothing was put to the test`
  }
  if (row.readsCalls && !seesCalls && !fold.sawCalls) return "this agent's tool calls cannot be seen"
  if (row.readsUsage && !fold.sawUsage) return 'nobody can see what this agent spends'
  return undefined
}
