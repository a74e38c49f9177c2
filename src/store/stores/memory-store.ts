import type { SessionRecord } from '../../model/record.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { RecordStore, SessionSummary, SessionView, Snapshot } from '../record-store.ts'
import { assertContinues, assertCovers, byActivity, forgotten, risingPrefix } from '../session-log.ts'

interface Session {
  readonly records: SessionRecord[]
  snapshot?: Snapshot
}

/** Records in this process only: for tests, for a lab run that keeps nothing, and to try things out. */
export function memoryStore(): RecordStore {
  const sessions = new Map<string, Session>()
  const conflicts = new Map<string, Error>()
  let isClosed = false

  function open(): void {
    if (isClosed) throw new HoldfastError('HF_FILE', 'the store is closed')
  }

  function session(sessionId: string): Session {
    const known = sessions.get(sessionId)
    if (known !== undefined) return known
    const created: Session = { records: [] }
    sessions.set(sessionId, created)
    return created
  }

  function keep(sessionId: string, snapshot: Snapshot): void {
    const target = session(sessionId)
    assertCovers(sessionId, snapshot, lastSeq(target.records))
    if (snapshot.seq > (target.snapshot?.seq ?? -1)) target.snapshot = snapshot
  }

  const listed = (): SessionSummary[] =>
    [...sessions].flatMap(([id, { records }]) => summary(id, records)).sort(byActivity)

  return {
    append(record) {
      open()
      const { sessionId } = record.event
      const earlier = conflicts.get(sessionId)
      if (earlier !== undefined) throw earlier
      const { records } = session(sessionId)
      const { accepted, conflict } = risingPrefix(sessionId, [record], lastSeq(records))
      records.push(...accepted)
      if (conflict !== undefined) conflicts.set(sessionId, conflict)
    },
    async flush(sessionId) {
      open()
      const conflict = sessionId === undefined ? conflicts.values().next().value : conflicts.get(sessionId)
      if (conflict !== undefined) throw conflict
    },
    async update(sessionId, step) {
      open()
      const target = session(sessionId)
      const before = view(target)
      const update = step(before)
      assertContinues(sessionId, before, update)
      if (update.snapshot !== undefined)
        assertCovers(sessionId, update.snapshot, before.nextSeq + update.records.length - 1)
      target.records.push(...update.records)
      if (update.snapshot !== undefined) keep(sessionId, update.snapshot)
      conflicts.delete(sessionId)
      return update.result
    },
    async *read(sessionId, fromSeq = 0) {
      open()
      const { records } = sessions.get(sessionId) ?? { records: [] }
      yield* records.filter(({ event }) => event.seq >= fromSeq)
    },
    async *sessions() {
      open()
      yield* listed()
    },
    async saveSnapshot(sessionId, snapshot) {
      open()
      keep(sessionId, snapshot)
    },
    async latestSnapshot(sessionId) {
      open()
      return sessions.get(sessionId)?.snapshot
    },
    async prune(retention) {
      open()
      const old = forgotten(listed(), retention)
      for (const { sessionId } of old) sessions.delete(sessionId)
      return old.length
    },
    async close() {
      isClosed = true
    },
  }
}

const lastSeq = (records: readonly SessionRecord[]): number => records.at(-1)?.event.seq ?? -1

function view({ records, snapshot }: Session): SessionView {
  const nextSeq = lastSeq(records) + 1
  if (snapshot === undefined) return { records: [...records], nextSeq }
  return { snapshot, records: records.filter(({ event }) => event.seq > snapshot.seq), nextSeq }
}

function summary(sessionId: string, records: readonly SessionRecord[]): SessionSummary[] {
  if (records.length === 0) return []
  const times = records.map(({ event }) => event.atMs)
  return [
    {
      sessionId,
      records: records.length,
      lastSeq: lastSeq(records),
      firstAtMs: times[0]!,
      lastAtMs: times.at(-1)!,
    },
  ]
}
