import { excerptOf } from '../../src/dashboard/excerpt.ts'
import type { CellFailure, RunCell, RunInvariant } from '../../src/lab/run-result.ts'
import { useLoaded } from '../load.ts'
import { Badge } from '../parts/badge.tsx'
import { Excerpt } from '../parts/excerpt.tsx'
import { IntervalBar } from '../parts/interval-bar.tsx'
import { Loading } from '../parts/loading.tsx'
import { addressOf } from '../route.ts'
import { matrixOf } from '../run-document.ts'
import type { Source } from '../source.ts'
import { shareOf } from '../words.ts'

interface CellProps {
  readonly source: Source
  readonly id: string
  readonly cell: number
}

/** One promise under one scenario: its trials, and what was said in those that broke it. */
export function Cell({ source, id, cell: index }: CellProps) {
  const loaded = useLoaded(`${id} ${index}`, async () => {
    const run = matrixOf(await source.run(id))
    const cell = run?.cells[index]
    if (run === undefined || cell === undefined) return undefined
    const invariant = run.invariants.find((each) => each.id === cell.invariant)
    const text = invariant === undefined ? undefined : await source.file(invariant.location.file)
    return { cell, invariant, text }
  })
  return (
    <Loading of={loaded} missing="There is no such cell in this run.">
      {({ cell, invariant, text }) => (
        <>
          <p>
            <a href={addressOf({ view: 'run', id })}>back to the run</a>
          </p>
          <h1>
            {cell.invariant} under {cell.scenario} <Badge word={cell.outcome} />
          </h1>
          {cell.why !== undefined && <p>{cell.why}</p>}
          <Trials cell={cell} />
          <Promise invariant={invariant} text={text} />
          {cell.failures.map((failure, position) => (
            <Failure key={position} failure={failure} />
          ))}
        </>
      )}
    </Loading>
  )
}

function Trials({ cell: { trials, interval } }: { readonly cell: RunCell }) {
  const share = trials.total === 0 ? undefined : trials.passed / trials.total
  const words =
    interval === undefined
      ? ''
      : `, between ${shareOf(interval.lower)} and ${shareOf(interval.upper)} at 95 %`
  return (
    <p>
      <IntervalBar
        share={share}
        low={interval?.lower}
        high={interval?.upper}
        label={`${trials.passed} of ${trials.total}${words}`}
      />{' '}
      {trials.passed} of {trials.total} trials passed{words}
      {trials.errors > 0 && `; ${trials.errors} without an answer`}
      {trials.unjudged > 0 && `; ${trials.unjudged} not judged`}
    </p>
  )
}

function Promise({
  invariant,
  text,
}: {
  readonly invariant: RunInvariant | undefined
  readonly text: string | undefined
}) {
  if (invariant === undefined) return null
  const { description, location, operator, severity, when } = invariant
  return (
    <>
      {description !== '' && <p>{description}</p>}
      <p class="quiet">
        {operator}, {severity}, when {when}
      </p>
      <Excerpt of={excerptOf(location, () => text)} />
    </>
  )
}

function Failure({ failure }: { readonly failure: CellFailure }) {
  const { trial, prompt, outcome, answer, error, finding, calls, ledger, repeat } = failure
  return (
    <section class="finding">
      <h2>
        Trial {trial} <Badge word={outcome} />
      </h2>
      <h3>asked</h3>
      <pre class="json">{prompt}</pre>
      {calls.map(({ tool, args, ok, result }, position) => (
        <div key={position}>
          <h3>
            called {tool} {ok !== undefined && <Badge word={ok ? 'ok' : 'failed'} />}
          </h3>
          <pre class="json">
            {args}
            {result !== undefined && `\n→ ${result}`}
          </pre>
        </div>
      ))}
      <h3>{answer === undefined ? 'no answer' : 'answered'}</h3>
      <pre class="json">{answer ?? `${error?.reason ?? ''}: ${error?.message ?? ''}`}</pre>
      {finding !== undefined && (
        <p class="quiet">
          {finding.code} {JSON.stringify(finding.params)}
          {finding.evidence !== undefined && `, in ${finding.evidence.in}: ${finding.evidence.text}`}
        </p>
      )}
      {ledger.length > 0 && (
        <>
          <h3>what chaos did in it</h3>
          <ul>
            {ledger.map((line, position) => (
              <li key={position}>
                {line.fault} on {line.target}, at the {line.plane} plane
                {line.callId !== undefined && `, call ${line.callId}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>again</h3>
      <pre class="json">{repeat}</pre>
    </section>
  )
}
