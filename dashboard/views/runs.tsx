import { useMemo, useState } from 'preact/hooks'
import type { Overview, RunItem } from '../../src/dashboard/data.ts'
import { Badge } from '../parts/badge.tsx'
import { Plot } from '../parts/plot.tsx'
import { addressOf, go } from '../route.ts'
import { momentOf } from '../words.ts'

/** Every run that is kept, the newest first; two of them can be compared. */
export function Runs({ overview }: { readonly overview: Overview }) {
  const { runs } = overview
  const [chosen, setChosen] = useState<readonly string[]>([])
  if (runs.length === 0)
    return <p class="quiet">No runs yet. `holdfast contract run -c holdfast.yaml` makes one.</p>
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2),
    )
  return (
    <>
      <h1>Runs</h1>
      <ScoreOverTime runs={runs} />
      <p>
        <button type="button" disabled={chosen.length !== 2} onClick={() => go(comparison(runs, chosen))}>
          compare the two chosen
        </button>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="quiet">choose</span>
            </th>
            <th scope="col">run</th>
            <th scope="col">kind</th>
            <th scope="col">verdict</th>
            <th scope="col" class="number">
              score
            </th>
            <th scope="col">when</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, name, kind, verdict, score, atMs }) => (
            <tr key={id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`choose ${id}`}
                  checked={chosen.includes(id)}
                  onChange={() => toggle(id)}
                />
              </td>
              <td>
                <a href={addressOf({ view: 'run', id })}>{name}</a> <span class="quiet">{id}</span>
              </td>
              <td>{kind}</td>
              <td>
                <Badge word={verdict} />
              </td>
              <td class="number">{score === undefined ? 'not measured' : score.toFixed(2)}</td>
              <td>{atMs === undefined ? '' : momentOf(atMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** One curve for each kind of run, the oldest first. */
function ScoreOverTime({ runs }: { readonly runs: readonly RunItem[] }) {
  const measured = runs.filter(({ score, atMs }) => score !== undefined && atMs !== undefined).toReversed()
  const kinds = [...new Set(measured.map(({ kind }) => kind))]
  const plot = useMemo(
    () => ({
      xs: measured.map((_, index) => index + 1),
      curves: kinds.map((name, index) => ({
        name,
        colour: COLOURS[index % COLOURS.length]!,
        values: measured.map(({ kind, score }) => (kind === name ? score : undefined)),
      })),
    }),
    [runs],
  )
  if (measured.length < 2) return null
  return <Plot title="Score of each run" along="run" xs={plot.xs} curves={plot.curves} range={[0, 100]} />
}

const COLOURS = ['#2f7d5b', '#c2571a', '#3b6fb6', '#8a4fa3', '#7a6a00'] as const

/** The older one is what the newer one is compared with. */
function comparison(runs: readonly RunItem[], chosen: readonly string[]) {
  const [newer = '', older = ''] = runs.map(({ id }) => id).filter((id) => chosen.includes(id))
  return { view: 'compare', left: older, right: newer } as const
}
