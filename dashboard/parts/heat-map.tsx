import type { Outcome, RunCell, RunResult } from '../../src/lab/run-result.ts'
import { addressOf } from '../route.ts'

const SIGNS = {
  pass: '✓',
  fail: '✗',
  error: '!',
  flaky: '~',
  'not-applicable': '–',
  vacuous: '∅',
  undecided: '?',
} as const satisfies Record<Outcome, string>

interface HeatMapProps {
  readonly id: string
  readonly run: RunResult
}

/** Promises down, scenarios across. Arrow keys go from cell to cell, Enter opens one. */
export function HeatMap({ id, run }: HeatMapProps) {
  const { invariants, scenarios, cells } = run
  const at = new Map(cells.map((cell, index) => [`${cell.invariant}\n${cell.scenario}`, { cell, index }]))

  function onKeyDown(event: KeyboardEvent, row: number, column: number): void {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const table = (event.currentTarget as HTMLElement).closest('table')
    const next = table?.querySelector<HTMLElement>(
      `[data-row='${row + step[0]!}'][data-column='${column + step[1]!}']`,
    )
    next?.focus()
  }

  return (
    <div class="scroll">
      <table class="heat" role="grid" aria-label="promises by scenarios">
        <thead>
          <tr role="row">
            <th scope="col" role="columnheader">
              promise
            </th>
            {scenarios.map(({ name }) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invariants.map(({ id: invariant, severity }, row) => (
            <tr key={invariant} role="row">
              <th scope="row" role="rowheader">
                {invariant} <span class="quiet">{severity}</span>
              </th>
              {scenarios.map(({ name }, column) => {
                const found = at.get(`${invariant}\n${name}`)
                return (
                  <td key={name} role="gridcell">
                    {found !== undefined && (
                      <a
                        class={`is-${found.cell.outcome}`}
                        href={addressOf({ view: 'cell', id, cell: found.index })}
                        aria-label={`${invariant} under ${name}: ${inWords(found.cell)}`}
                        // one stop for the tabulator key, arrows within
                        tabIndex={row === 0 && column === 0 ? 0 : -1}
                        data-row={row}
                        data-column={column}
                        onKeyDown={(event) => onKeyDown(event, row, column)}
                      >
                        {SIGNS[found.cell.outcome]} {shortly(found.cell)}
                      </a>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function shortly({ outcome, trials }: RunCell): string {
  if (outcome === 'not-applicable') return ''
  return trials.total > 1 ? `${trials.passed}/${trials.total}` : outcome
}

function inWords({ outcome, trials }: RunCell): string {
  return outcome === 'not-applicable'
    ? 'not applicable'
    : `${outcome}, ${trials.passed} of ${trials.total} trials passed`
}
