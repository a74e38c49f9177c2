import { useEffect, useState } from 'preact/hooks'
import type { LiveDecision } from '../../src/dashboard/data.ts'
import { Badge } from '../parts/badge.tsx'
import { addressOf } from '../route.ts'
import type { Source } from '../source.ts'
import { momentOf } from '../words.ts'

const MOST_SHOWN = 500

/** Decisions as they happen, the newest first. */
export function Live({ source }: { readonly source: Source }) {
  const [decisions, setDecisions] = useState<readonly LiveDecision[]>([])
  const [trouble, setTrouble] = useState('')
  const [onlyFindings, setOnlyFindings] = useState(false)
  useEffect(
    () =>
      source.follow?.(
        (fresh) => setDecisions((before) => [...fresh.toReversed(), ...before].slice(0, MOST_SHOWN)),
        setTrouble,
      ),
    [],
  )
  if (source.follow === undefined)
    return <p class="quiet">This page is a frozen report. `holdfast ui` shows decisions as they happen.</p>
  const shown = onlyFindings ? decisions.filter(({ findings }) => findings > 0) : decisions
  return (
    <>
      <h1>Live</h1>
      {trouble !== '' && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <p>
        <label>
          <input
            type="checkbox"
            checked={onlyFindings}
            onChange={(event) => setOnlyFindings(event.currentTarget.checked)}
          />{' '}
          only what something was found in
        </label>
      </p>
      {shown.length === 0 && <p class="quiet">Nothing has happened since this page was opened.</p>}
      <ol class="live" aria-live="polite">
        {shown.map((decision) => (
          <li key={`${decision.sessionId} ${decision.seq}`}>
            <time>{momentOf(decision.atMs)}</time> <Badge word={decision.verdict} />{' '}
            <a href={addressOf({ view: 'session', id: decision.sessionId, seq: decision.seq })}>
              {decision.kind}
            </a>{' '}
            <span class="gist">{decision.gist}</span>
            {decision.clauses.length > 0 && <strong> {decision.clauses.join(', ')}</strong>}
          </li>
        ))}
      </ol>
    </>
  )
}
