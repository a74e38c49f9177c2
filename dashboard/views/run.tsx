import type { RunResult } from '../../src/lab/run-result.ts'
import { useLoaded } from '../load.ts'
import { Badge } from '../parts/badge.tsx'
import { HeatMap } from '../parts/heat-map.tsx'
import { IntervalBar } from '../parts/interval-bar.tsx'
import { Loading } from '../parts/loading.tsx'
import { addressOf } from '../route.ts'
import { runDocument } from '../run-document.ts'
import type { Source } from '../source.ts'
import { Conformance } from './conformance.tsx'
import { dollarsOf } from '../words.ts'

/** One run: its verdict, its failures first, its matrix, and what chaos really did. */
export function Run({ source, id }: { readonly source: Source; readonly id: string }) {
  const run = useLoaded(id, async () => runDocument(await source.run(id)))
  return (
    <Loading of={run} missing={`There is no run ${id} that this page can read.`}>
      {(document) =>
        document.kind === 'conformance' ? (
          <Conformance report={document.report} />
        ) : (
          <>
            <h1>{document.result.contract?.name ?? document.result.configuration.file}</h1>
            <Result id={id} run={document.result} />
          </>
        )
      }
    </Loading>
  )
}

function Result({ id, run }: { readonly id: string; readonly run: RunResult }) {
  const { score, verdict, counts, usage, seed, trials, agent, kind, warnings } = run
  const facts: readonly (readonly [string, preact.ComponentChildren])[] = [
    ['verdict', <Badge word={verdict} />],
    ['score', score === undefined ? 'not measured' : score.toFixed(2)],
    ['agent', agent],
    ['trials a cell', String(trials)],
    ['seed', String(seed)],
    ['answers', usage.answers.toLocaleString('en')],
    ['cost', dollarsOf(usage.costUsd)],
    [
      'cells',
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', '),
    ],
  ]
  return (
    <section>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map(({ code, message }) => (
        <p key={code} class="trouble">
          {message}
        </p>
      ))}
      <Failures id={id} run={run} />
      {kind === 'mutation' && <ByMutation run={run} />}
      <h2>{kind === 'mutation' ? 'Promises by kinds of mutation' : 'Promises by scenarios'}</h2>
      <HeatMap id={id} run={run} />
      <Ledger run={run} />
    </section>
  )
}

function Failures({ id, run: { cells } }: { readonly id: string; readonly run: RunResult }) {
  const failed = cells.flatMap((cell, index) => (cell.failures.length > 0 ? [{ cell, index }] : []))
  if (failed.length === 0) return null
  return (
    <>
      <h2>Failures</h2>
      <table>
        <tbody>
          {failed.map(({ cell, index }) => (
            <tr key={index}>
              <td>
                <Badge word={cell.outcome} />
              </td>
              <td>
                <a href={addressOf({ view: 'cell', id, cell: index })}>
                  {cell.invariant} under {cell.scenario}
                </a>
              </td>
              <td>
                <IntervalBar
                  share={cell.trials.total === 0 ? undefined : cell.trials.passed / cell.trials.total}
                  low={cell.interval?.lower}
                  high={cell.interval?.upper}
                  label={`${cell.trials.passed} of ${cell.trials.total} trials passed`}
                />
              </td>
              <td class="number">
                {cell.trials.passed}/{cell.trials.total}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** How well each kind of rewriting is borne: the promise that bears it worst. */
function ByMutation({ run: { scenarios, cells } }: { readonly run: RunResult }) {
  const worst = scenarios.flatMap(({ name }) => {
    const own = cells.filter(({ scenario, trials }) => scenario === name && trials.total > 0)
    const [first] = own.toSorted(
      (left, right) => left.trials.passed / left.trials.total - right.trials.passed / right.trials.total,
    )
    return first === undefined ? [] : [first]
  })
  return (
    <>
      <h2>Mutations by kind</h2>
      <table class="bars">
        <tbody>
          {worst.map(({ scenario, trials, interval }) => (
            <tr key={scenario}>
              <th scope="row">{scenario}</th>
              <td>
                <IntervalBar
                  share={trials.passed / trials.total}
                  low={interval?.lower}
                  high={interval?.upper}
                  label={`${scenario}: ${trials.passed} of ${trials.total} passed`}
                />
              </td>
              <td class="number">
                {trials.passed}/{trials.total}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What was configured, on which plane, and how often it really happened. */
function Ledger({ run: { scenarios, cells } }: { readonly run: RunResult }) {
  const rows = scenarios.flatMap(({ name, faults }) =>
    faults.map((fault) => ({
      scenario: name,
      ...fault,
      fired: cells
        .filter(({ scenario }) => scenario === name)
        .reduce((sum, { fired }) => sum + (fired[fault.faultId] ?? 0), 0),
    })),
  )
  if (rows.length === 0) return null
  return (
    <>
      <h2>Ledger of faults</h2>
      <table>
        <thead>
          <tr>
            {['scenario', 'fault', 'target', 'plane', 'fired'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ scenario, faultId, fault, target, plane, fired }) => (
            <tr key={`${scenario} ${faultId}`}>
              <td>{scenario}</td>
              <td>{fault}</td>
              <td>{target}</td>
              <td>{plane === 'boundary' ? 'boundary (around the whole agent)' : plane}</td>
              <td class="number">{fired === 0 ? <Badge word="never" /> : fired.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
