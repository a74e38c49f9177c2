import type {
  EventDetails,
  EventRow,
  FrozenView,
  LiveDecision,
  Overview,
  SessionDetails,
} from '../src/dashboard/data.ts'
import { eventRow } from '../src/dashboard/event-row.ts'

/** Where the page has its data from: the server it came from, or itself. */
export interface Source {
  overview(): Promise<Overview>
  run(id: string): Promise<unknown>
  session(id: string): Promise<SessionDetails | undefined>
  rows(id: string, fromSeq: number, count: number): Promise<readonly EventRow[]>
  event(id: string, seq: number): Promise<EventDetails | undefined>
  file(name: string): Promise<string | undefined>
  /** Calls back with decisions as they happen; the answer stops it. Absent in a frozen page. */
  follow?(
    onDecisions: (decisions: readonly LiveDecision[]) => void,
    onTrouble: (words: string) => void,
  ): () => void
}

export function openSource(): Source {
  const frozen = document.getElementById('frozen-view')
  return frozen === null ? liveSource() : frozenSource(JSON.parse(frozen.textContent ?? '') as FrozenView)
}

function liveSource(): Source {
  const of = (id: string): string => encodeURIComponent(id)
  return {
    overview: async () => (await ask<Overview>('overview'))!,
    run: (id) => ask(`runs/${of(id)}`),
    session: (id) => ask(`sessions/${of(id)}`),
    rows: async (id, fromSeq, count) =>
      (await ask<readonly EventRow[]>(`sessions/${of(id)}/rows?from=${fromSeq}&count=${count}`)) ?? [],
    event: (id, seq) => ask(`sessions/${of(id)}/events/${seq}`),
    file: async (name) => (await ask<{ text: string }>(`files/${of(name)}`))?.text,
    follow(onDecisions, onTrouble) {
      const events = new EventSource('/api/live')
      events.addEventListener('message', ({ data }) =>
        onDecisions(JSON.parse(String(data)) as readonly LiveDecision[]),
      )
      events.addEventListener('error', () => onTrouble('the server does not answer; trying again'))
      events.addEventListener('open', () => onTrouble(''))
      return () => events.close()
    },
  }
}

async function ask<Value>(path: string): Promise<Value | undefined> {
  const response = await fetch(`/api/${path}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Value
}

function frozenSource({ overview, runs, sessions, files }: FrozenView): Source {
  const own = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
    Object.hasOwn(map, key) ? map[key] : undefined
  return {
    overview: async () => overview,
    run: async (id) => own(runs, id),
    session: async (id) => own(sessions, id)?.details,
    rows: async (id, fromSeq, count) =>
      own(sessions, id)
        ?.events.slice(fromSeq, fromSeq + count)
        .map(({ record }) => eventRow(record)) ?? [],
    event: async (id, seq) => own(sessions, id)?.events[seq],
    file: async (name) => own(files, name),
  }
}
