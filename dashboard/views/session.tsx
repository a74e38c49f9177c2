import { useRef, useState } from 'preact/hooks'
import type { EventDetails, EventRow, SessionDetails } from '../../src/dashboard/data.ts'
import { useLoaded } from '../load.ts'
import { Badge } from '../parts/badge.tsx'
import { Excerpt } from '../parts/excerpt.tsx'
import { Loading } from '../parts/loading.tsx'
import { Plot } from '../parts/plot.tsx'
import { VirtualRows } from '../parts/virtual-rows.tsx'
import { go } from '../route.ts'
import type { Source } from '../source.ts'
import { decimalOf, dollarsOf, shareOf } from '../words.ts'

const PAGE_ROWS = 200

interface SessionProps {
  readonly source: Source
  readonly id: string
  readonly seq: number | undefined
}

/** One session: its numbers, its curves, its events, and the one event that is looked at. */
export function Session({ source, id, seq }: SessionProps) {
  const session = useLoaded(id, () => source.session(id))
  return (
    <Loading of={session} missing={`There is no session ${id}.`}>
      {(details) => <SessionBody key={id} source={source} details={details} seq={seq} />}
    </Loading>
  )
}

function SessionBody({
  source,
  details,
  seq,
}: {
  readonly source: Source
  readonly details: SessionDetails
  readonly seq: number | undefined
}) {
  const { id, total, notable } = details
  const pages = useRef(new Map<number, readonly EventRow[]>())
  const [, redraw] = useState(0)

  function fetchWindow(first: number, count: number): void {
    for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS < first + count; page += 1) {
      if (pages.current.has(page)) continue
      pages.current.set(page, [])
      void fetchPage(page)
    }
  }

  async function fetchPage(page: number): Promise<void> {
    pages.current.set(page, await source.rows(id, page * PAGE_ROWS, PAGE_ROWS))
    redraw((times) => times + 1)
  }

  function rowAt(index: number): EventRow | undefined {
    return pages.current.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]
  }

  const open = (to: number): void => go({ view: 'session', id, seq: to })
  return (
    <>
      <h1>{id}</h1>
      <Numbers details={details} />
      <Curves details={details} />
      <section class="split">
        <div>
          <h2>
            {total.toLocaleString('en')} events
            {notable.length > 0 && `, ${notable.length.toLocaleString('en')} with findings`}
          </h2>
          {notable.length > 0 && (
            <p>
              <button type="button" onClick={() => open(neighbour(details, seq, -1))}>
                previous finding
              </button>{' '}
              <button type="button" onClick={() => open(neighbour(details, seq, 1))}>
                next finding
              </button>
            </p>
          )}
          <VirtualRows
            total={total}
            rowHeight={26}
            label="events of the session"
            selected={seq}
            onSelect={open}
            onWindow={fetchWindow}
            row={(index) => <Row row={rowAt(index)} index={index} />}
          />
        </div>
        {seq === undefined ? (
          <p class="quiet">Choose an event to see it whole, with the contract's line beside it.</p>
        ) : (
          <Event key={seq} source={source} id={id} seq={seq} />
        )}
      </section>
    </>
  )
}

function neighbour({ notable }: SessionDetails, seq: number | undefined, step: 1 | -1): number {
  const at = seq ?? (step === 1 ? -1 : Number.MAX_SAFE_INTEGER)
  const next = step === 1 ? notable.find((each) => each.seq > at) : notable.findLast((each) => each.seq < at)
  return (next ?? (step === 1 ? notable[0] : notable.at(-1)))!.seq
}

function Numbers({ details: { numbers, contract } }: { readonly details: SessionDetails }) {
  const { compliance, drift, reliability, violations, cost, turns, verdicts } = numbers
  const facts: readonly (readonly [string, string])[] = [
    ['contract', contract === undefined ? 'unknown' : `${contract.name} ${contract.version}`],
    ['turns', String(turns)],
    ['denied', String(verdicts.decided.deny)],
    ['violations', `${violations.hard} hard, ${violations.soft} soft`],
    ['compliance', shareOf(compliance.mean)],
    ['drift D̄', decimalOf(drift.mean)],
    ['reliability Θ', decimalOf(reliability.theta)],
    ['cost', dollarsOf(cost.totalUsd)],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Curves({ details: { turns } }: { readonly details: SessionDetails }) {
  if (turns.length < 2) return null
  const xs = turns.map(({ turn }) => turn)
  return (
    <div class="plots">
      <Plot
        title="Reliability and drift"
        along="turn"
        xs={xs}
        range={[0, 1]}
        curves={[
          { name: 'Θ', colour: '#2f7d5b', values: turns.map(({ theta }) => theta) },
          { name: 'drift', colour: '#c2571a', values: turns.map(({ drift }) => drift) },
        ]}
      />
      <Plot
        title="Cost so far, dollars"
        along="turn"
        xs={xs}
        curves={[{ name: 'cost', colour: '#3b6fb6', values: turns.map(({ costUsd }) => costUsd) }]}
      />
    </div>
  )
}

function Row({ row, index }: { readonly row: EventRow | undefined; readonly index: number }) {
  if (row === undefined) return <span class="quiet">{index} …</span>
  return (
    <>
      <span class="seq">{row.seq}</span>
      <Badge word={row.verdict} />
      <span class="kind">{row.kind}</span>
      <span class="gist">{row.gist}</span>
    </>
  )
}

function Event({ source, id, seq }: { readonly source: Source; readonly id: string; readonly seq: number }) {
  const event = useLoaded(`${id} ${seq}`, () => source.event(id, seq))
  return (
    <Loading of={event} missing={`There is no event ${seq}.`}>
      {(details) => <EventBody details={details} />}
    </Loading>
  )
}

function EventBody({ details: { record, findings } }: { readonly details: EventDetails }) {
  const { event, decision, effect, mode } = record
  return (
    <article class="event" aria-label={`event ${event.seq}`}>
      <h2>
        {event.seq} · {event.kind} <Badge word={decision.verdict} />
      </h2>
      <p class="quiet">
        {mode === 'shadow' ? 'watched only, in shadow: ' : ''}
        {effect.kind === 'pass' ? 'went on' : effect.kind === 'block' ? 'was stopped' : effect.kind}
      </p>
      {findings.map((finding) => (
        <section key={finding.clause} class="finding">
          <h3>
            {finding.clause} <Badge word={finding.severity} />
          </h3>
          <p>{finding.message}</p>
          {finding.remedy !== undefined && <p class="quiet">would have passed: {finding.remedy}</p>}
          {finding.evidence !== undefined && (
            <blockquote>
              <span class="quiet">{finding.evidence.in}</span>
              <pre>{finding.evidence.text}</pre>
            </blockquote>
          )}
          <Excerpt of={finding.where} />
        </section>
      ))}
      <details open={findings.length === 0}>
        <summary>the event as it was recorded</summary>
        <pre class="json">{JSON.stringify(event, null, 2)}</pre>
      </details>
    </article>
  )
}
