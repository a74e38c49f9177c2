import type { SessionRecord } from '../../model/record.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { SessionSummary, SessionView, Snapshot } from '../record-store.ts'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './driver.ts'

/** A batch is read whole, so one commit's records of a session are cut when they are many. */
const BATCH_CHARS = 1_000_000

/** Where a session's records end. */
export interface SessionHead {
  readonly id: number
  readonly lastSeq: number
  readonly lastBatch: number | null
}

/** The statements on the three tables. The caller brings the transaction and records in order. */
export interface Tables {
  head(sessionId: string): SessionHead | undefined
  /** Behind what `head` says is there. */
  append(sessionId: string, head: SessionHead | undefined, records: readonly SessionRecord[]): void
  /** The batches that hold the records from `fromSeq` on, in order. */
  batches(sessionId: string, fromSeq: number): readonly number[]
  /** Nothing when its session has been forgotten. */
  batch(sessionId: string, id: number): readonly SessionRecord[]
  view(sessionId: string): SessionView
  snapshot(sessionId: string): Snapshot | undefined
  saveSnapshot(sessionId: string, snapshot: Snapshot): void
  summaries(): readonly SessionSummary[]
  forget(sessionId: string): void
}

export function tables(database: SqliteDatabase): Tables {
  const prepared = new Map<string, SqliteStatement>()
  function sql(text: string): SqliteStatement {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const statement = database.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  function head(sessionId: string): SessionHead | undefined {
    const row = sql('SELECT id, last_seq, last_batch FROM sessions WHERE name = ?').get(nameOf(sessionId))
    return (
      row && {
        id: Number(row['id']),
        lastSeq: Number(row['last_seq']),
        lastBatch: row['last_batch'] as number | null,
      }
    )
  }

  function newSession(sessionId: string, { event }: SessionRecord): SessionHead {
    const { lastInsertRowid } = sql(
      'INSERT INTO sessions (name, records, last_seq, first_at_ms, last_at_ms) VALUES (?, 0, -1, ?, ?)',
    ).run(nameOf(sessionId), event.atMs, event.atMs)
    return { id: Number(lastInsertRowid), lastSeq: -1, lastBatch: null }
  }

  function snapshot(sessionId: string): Snapshot | undefined {
    const row = sql(
      'SELECT seq, state FROM snapshots WHERE session = (SELECT id FROM sessions WHERE name = ?)',
    ).get(nameOf(sessionId))
    return row && { seq: Number(row['seq']), state: String(row['state']) }
  }

  /** From the last batch back, because a batch knows the one before it and not the one after. */
  function batches(sessionId: string, fromSeq: number): readonly number[] {
    return sql(
      `WITH RECURSIVE chain (id, previous, first_seq) AS (
         SELECT id, previous, first_seq FROM batches WHERE id = (SELECT last_batch FROM sessions WHERE name = ?)
         UNION ALL
         SELECT batches.id, batches.previous, batches.first_seq FROM chain JOIN batches ON batches.id = chain.previous
         WHERE chain.first_seq > ?
       ) SELECT id FROM chain ORDER BY id`,
    )
      .all(nameOf(sessionId), fromSeq)
      .map((row) => Number(row['id']))
  }

  function batch(sessionId: string, id: number): readonly SessionRecord[] {
    // a number that is free again is given again, perhaps to another session
    const row = sql(
      'SELECT first_seq, records FROM batches WHERE id = ? AND session = (SELECT id FROM sessions WHERE name = ?)',
    ).get(id, nameOf(sessionId))
    return row === undefined ? [] : parseRecords(sessionId, row)
  }

  return {
    head,
    snapshot,
    batches,
    batch,
    append(sessionId, known, records) {
      const { id, lastBatch } = known ?? newSession(sessionId, records[0]!)
      const insert = sql('INSERT INTO batches (session, previous, first_seq, records) VALUES (?, ?, ?, ?)')
      let previous = lastBatch
      for (const { firstSeq, text } of batchesOf(records))
        previous = Number(insert.run(id, previous, firstSeq, text).lastInsertRowid)
      const { seq, atMs } = records.at(-1)!.event
      sql(
        'UPDATE sessions SET records = records + ?, last_seq = ?, last_at_ms = ?, last_batch = ? WHERE id = ?',
      ).run(records.length, seq, atMs, previous, id)
    },
    view(sessionId) {
      const latest = snapshot(sessionId)
      const fromSeq = latest === undefined ? 0 : latest.seq + 1
      const records = batches(sessionId, fromSeq)
        .flatMap((id) => batch(sessionId, id))
        .filter(({ event }) => event.seq >= fromSeq)
      const nextSeq = (head(sessionId)?.lastSeq ?? -1) + 1
      return { ...(latest && { snapshot: latest }), records, nextSeq }
    },
    saveSnapshot(sessionId, { seq, state }) {
      sql(
        `INSERT INTO snapshots (session, seq, state) SELECT id, ?, ? FROM sessions WHERE name = ?
         ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, state = excluded.state WHERE excluded.seq > seq`,
      ).run(seq, state, nameOf(sessionId))
    },
    summaries: () => sql('SELECT * FROM sessions ORDER BY last_at_ms DESC, name').all().map(summary),
    forget(sessionId) {
      for (const id of batches(sessionId, 0)) sql('DELETE FROM batches WHERE id = ?').run(id)
      sql('DELETE FROM sessions WHERE name = ?').run(nameOf(sessionId))
    },
  }
}

function* batchesOf(
  records: readonly SessionRecord[],
): Iterable<{ readonly firstSeq: number; readonly text: string }> {
  let text = ''
  let firstSeq = 0
  for (const record of records) {
    if (text === '') firstSeq = record.event.seq
    text += `${text === '' ? '[' : ','}${JSON.stringify(record)}`
    if (text.length < BATCH_CHARS) continue
    yield { firstSeq, text: `${text}]` }
    text = ''
  }
  if (text !== '') yield { firstSeq, text: `${text}]` }
}

/** The id with control characters and broken surrogates escaped: SQLite would cut the text at a NUL. */
function nameOf(sessionId: string): string {
  return JSON.stringify(sessionId).slice(1, -1)
}

function idOf(name: string): string {
  return JSON.parse(`"${name}"`) as string
}

type Row = Readonly<Record<string, SqliteValue>>

function parseRecords(sessionId: string, row: Row): readonly SessionRecord[] {
  try {
    return JSON.parse(String(row['records'])) as readonly SessionRecord[]
  } catch (error) {
    const where = `what follows record ${row['first_seq']} of session \`${sessionId}\``
    throw new HoldfastError('HF_INVALID_FILE', `${where} is damaged`, undefined, { cause: error })
  }
}

function summary(row: Row): SessionSummary {
  return {
    sessionId: idOf(String(row['name'])),
    records: Number(row['records']),
    lastSeq: Number(row['last_seq']),
    firstAtMs: Number(row['first_at_ms']),
    lastAtMs: Number(row['last_at_ms']),
  }
}
