import {
  compareRuns,
  type CellChange,
  type RunComparison,
  type Side,
} from '../../src/lab/compare/compare-runs.ts'
import { useLoaded } from '../load.ts'
import { Badge } from '../parts/badge.tsx'
import { Loading } from '../parts/loading.tsx'
import { addressOf } from '../route.ts'
import { matrixOf } from '../run-document.ts'
import type { Source } from '../source.ts'

interface CompareProps {
  readonly source: Source
  readonly left: string
  readonly right: string
}

/** What changed from one run to another, and what may be chance. */
export function Compare({ source, left, right }: CompareProps) {
  const loaded = useLoaded(`${left} ${right}`, async () => {
    const before = matrixOf(await source.run(left))
    const after = matrixOf(await source.run(right))
    return before === undefined || after === undefined ? undefined : compareRuns(before, after)
  })
  return (
    <Loading of={loaded} missing="One of the two runs is not there.">
      {(comparison) => (
        <>
          <h1>
            <a href={addressOf({ view: 'run', id: left })}>{left}</a> →{' '}
            <a href={addressOf({ view: 'run', id: right })}>{right}</a> <Badge word={comparison.change} />
          </h1>
          <Summary comparison={comparison} />
          <Changes cells={comparison.cells} />
        </>
      )}
    </Loading>
  )
}

function Summary({ comparison }: { readonly comparison: RunComparison }) {
  const { level, scoreBefore, scoreAfter, together, cautions } = comparison
  return (
    <>
      <p>
        score {scoreBefore?.toFixed(2) ?? 'not measured'} → {scoreAfter?.toFixed(2) ?? 'not measured'}
        {together !== undefined &&
          `; all cells together: ${together.change}, p = ${together.pValue.toFixed(4)}`}
      </p>
      {cautions.map((caution) => (
        <p key={caution} class="trouble">
          {caution}
        </p>
      ))}
      <p class="quiet">
        Two runs of the same thing are called different in at most {level * 100} % of comparisons.
      </p>
    </>
  )
}

function Changes({ cells }: { readonly cells: readonly CellChange[] }) {
  return (
    <table>
      <thead>
        <tr>
          {['change', 'promise', 'scenario', 'before', 'after', 'difference', 'p'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(({ invariant, scenario, change, before, after, difference, pValue }) => (
          <tr key={`${invariant} ${scenario}`}>
            <td>
              <Badge word={change} />
            </td>
            <td>{invariant}</td>
            <td>{scenario}</td>
            <td>{sideInWords(before)}</td>
            <td>{sideInWords(after)}</td>
            <td class="number">
              {difference === undefined ? '' : `${difference > 0 ? '+' : ''}${(difference * 100).toFixed(1)}`}
            </td>
            <td class="number">{pValue?.toFixed(4) ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sideInWords(side: Side | undefined): string {
  return side === undefined ? '' : `${side.outcome} ${side.passed}/${side.trials}`
}
