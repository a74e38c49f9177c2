import {
  compareProportions,
  holm,
  mantelHaenszel,
  type Interval,
  type Proportion,
} from '../../metrics/index.ts'
import type { Outcome, RunCell, RunResult } from '../run-result.ts'

/**
 * `unstable`: the outcome differs, but so few trials tell nothing about why. `only-before` and `only-after`: there is
 * nothing to compare with.
 */
export type Change = 'regression' | 'improvement' | 'unstable' | 'unchanged' | 'only-before' | 'only-after'

export interface CellChange {
  readonly invariant: string
  readonly scenario: string
  readonly change: Change
  readonly before?: Side
  readonly after?: Side
  /** Of the pass rate, after less before. */
  readonly difference?: number
  readonly interval?: Interval
  /** Adjusted for the number of cells compared. */
  readonly pValue?: number
}

export interface Side {
  readonly outcome: Outcome
  readonly passed: number
  readonly trials: number
}

export interface RunComparison {
  readonly change: 'regression' | 'improvement' | 'mixed' | 'unstable' | 'unchanged'
  /** How often two runs of the same thing are called different, at most. */
  readonly level: number
  readonly scoreBefore?: number
  readonly scoreAfter?: number
  /** All cells taken together, when they are independent of each other; adjusted like the cells. */
  readonly together?: { readonly change: 'regression' | 'improvement' | 'unchanged'; readonly pValue: number }
  readonly cells: readonly CellChange[]
  /** What makes the two runs less alike than they look. */
  readonly cautions: readonly string[]
}

export const DEFAULT_LEVEL = 0.05

/** What really changed from one run to the other, and what may be chance. */
export function compareRuns(before: RunResult, after: RunResult, level = DEFAULT_LEVEL): RunComparison {
  const pairs = pairsOf(before, after)
  const tested = pairs.flatMap((pair) => {
    const comparison =
      pair.before === undefined || pair.after === undefined
        ? undefined
        : compareProportions(proportionOf(pair.after), proportionOf(pair.before))
    return comparison === undefined ? [] : [{ pair, comparison }]
  })
  const pooled = areIndependent(before, after)
    ? mantelHaenszel(
        tested.map(({ pair }) => ({
          candidate: proportionOf(pair.after!),
          baseline: proportionOf(pair.before!),
        })),
      )
    : undefined
  const adjusted = holm([
    ...tested.map(({ comparison }) => comparison.pValue),
    ...(pooled === undefined ? [] : [pooled]),
  ])
  const bySameCell = new Map(
    tested.map(({ pair, comparison }, index) => [pair, { comparison, pValue: adjusted[index]! }]),
  )
  const cells = pairs.map((pair) => cellChange(pair, bySameCell.get(pair), level))
  const together = pooled === undefined ? undefined : pooledChange(tested, adjusted.at(-1)!, level)
  return {
    change: overallChange(cells, together?.change),
    level,
    ...(before.score === undefined ? {} : { scoreBefore: before.score }),
    ...(after.score === undefined ? {} : { scoreAfter: after.score }),
    ...(together === undefined ? {} : { together }),
    cells,
    cautions: cautionsOf(before, after),
  }
}

interface Pair {
  readonly invariant: string
  readonly scenario: string
  readonly before: RunCell | undefined
  readonly after: RunCell | undefined
}

interface Tested {
  readonly pair: Pair
  readonly comparison: NonNullable<ReturnType<typeof compareProportions>>
}

const keyOf = ({ invariant, scenario }: RunCell): string => JSON.stringify([invariant, scenario])

function pairsOf(before: RunResult, after: RunResult): readonly Pair[] {
  const earlier = new Map(before.cells.map((cell) => [keyOf(cell), cell]))
  const later = new Map(after.cells.map((cell) => [keyOf(cell), cell]))
  return [...new Map([...later, ...earlier])].map(([key, { invariant, scenario }]) => ({
    invariant,
    scenario,
    before: earlier.get(key),
    after: later.get(key),
  }))
}

/** Trials that could not be judged say nothing; an agent that did not answer has not kept its word. */
function proportionOf({ trials, outcome }: RunCell): Proportion {
  const counts = outcome !== 'vacuous' && outcome !== 'not-applicable'
  return counts
    ? { successes: trials.passed, trials: trials.passed + trials.failed + trials.errors }
    : { successes: 0, trials: 0 }
}

/** Cells that share their answers fail together, so their differences must not be added up. */
function areIndependent(before: RunResult, after: RunResult): boolean {
  return before.isolation === 'cell' && after.isolation === 'cell'
}

function cellChange(
  { invariant, scenario, before, after }: Pair,
  tested: { readonly comparison: Tested['comparison']; readonly pValue: number } | undefined,
  level: number,
): CellChange {
  const sides = {
    ...(before === undefined ? {} : { before: sideOf(before) }),
    ...(after === undefined ? {} : { after: sideOf(after) }),
  }
  if (before === undefined) return { invariant, scenario, change: 'only-after', ...sides }
  if (after === undefined) return { invariant, scenario, change: 'only-before', ...sides }
  const unproven = before.outcome === after.outcome ? 'unchanged' : 'unstable'
  if (tested === undefined) return { invariant, scenario, change: unproven, ...sides }
  const { comparison, pValue } = tested
  const { difference, interval } = comparison
  const change = pValue < level ? directionOf(difference) : unproven
  return { invariant, scenario, change, ...sides, difference, interval, pValue }
}

function sideOf(cell: RunCell): Side {
  const { successes, trials } = proportionOf(cell)
  return { outcome: cell.outcome, passed: successes, trials }
}

function directionOf(difference: number): 'regression' | 'improvement' {
  return difference < 0 ? 'regression' : 'improvement'
}

function pooledChange(tested: readonly Tested[], pValue: number, level: number): RunComparison['together'] {
  const difference = tested.reduce((sum, { comparison }) => sum + comparison.difference, 0)
  return { change: pValue < level ? directionOf(difference) : 'unchanged', pValue }
}

function overallChange(
  cells: readonly CellChange[],
  together: 'regression' | 'improvement' | 'unchanged' | undefined,
): RunComparison['change'] {
  const changes = new Set<string | undefined>([...cells.map(({ change }) => change), together])
  const [worse, better] = [changes.has('regression'), changes.has('improvement')]
  if (worse) return better ? 'mixed' : 'regression'
  if (better) return 'improvement'
  return changes.has('unstable') ? 'unstable' : 'unchanged'
}

function cautionsOf(before: RunResult, after: RunResult): readonly string[] {
  return [
    ...(before.kind === after.kind
      ? []
      : [`one run is of kind ${before.kind}, the other of kind ${after.kind}`]),
    ...(before.contract?.hash === after.contract?.hash ? [] : ['the contract is not the same in both runs']),
    ...(before.configuration.hash === after.configuration.hash
      ? []
      : ['the configuration is not the same in both runs']),
    ...(before.agent === after.agent ? [] : [`one run asked ${before.agent}, the other ${after.agent}`]),
  ]
}
