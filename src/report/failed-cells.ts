import type { CellFailure, RunCell, RunInvariant, RunResult } from '../lab/run-result.ts'
import type { Location } from '../model/index.ts'

/** A cell that needs a reader: broken, or not shown to be kept. */
export interface Trouble {
  readonly cell: RunCell
  readonly invariant?: RunInvariant
  readonly failure?: CellFailure
  /** The contract's line. */
  readonly location?: Location
}

export function troubles({ cells, invariants }: RunResult): readonly Trouble[] {
  return cells
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
    .map((cell) => {
      const invariant = invariants.find(({ id }) => id === cell.invariant)
      const [failure] = cell.failures
      const location = failure?.finding?.location ?? invariant?.location
      return {
        cell,
        ...(invariant === undefined ? {} : { invariant }),
        ...(failure === undefined ? {} : { failure }),
        ...(location === undefined ? {} : { location }),
      }
    })
}

/** Broken, as against not decided. */
export function isBroken({ outcome }: RunCell): boolean {
  return outcome === 'fail' || outcome === 'error' || outcome === 'flaky'
}
