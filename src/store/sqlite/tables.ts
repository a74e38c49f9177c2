import type { SessionRecord } from '../../model/record.ts'
import { HoldfastError } from '../../kit/errors.ts'
import type { SessionSummary, SessionView, Snapshot } from '../record-store.ts'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './driver.ts'

const PAGE_ROWS = 500

/** The statements on the three tables. The caller brings the transaction and records in order. */
export interface Tables {
  lastSeq(sessionId: string): number
  insert(sessionId: string, records: readonly SessionRecord[]): void
  page(sessionId: string, fromSeq: number): readonly SessionRecord[]
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

  function lastSeq(sessionId: string): number {
    const row = sql('SELECT last_seq FROM sessions WHERE name = ?').get(nameOf(sessionId))
    return row === undefined ? -1 : Number(row['last_seq'])
  }

  function snapshot(sessionId: string): Snapshot | undefined {
    const row = sql(
      'SELECT seq, state FROM snapshots WHERE session = (SELECT id FROM sessions WHERE name = ?)',
    ).get(nameOf(sessionId))
    return row && { seq: Number(row['seq']), state: String(row['state']) }
  }

  function rows(sessionId: string, fromSeq: number, limit: number): readonly SessionRecord[] {
    return sql(
      'SELECT seq, body FROM records WHERE session = (SELECT id FROM sessions WHERE name = ?) AND seq >= ? ORDER BY seq LIMIT ?',
    )
      .all(nameOf(sessionId), fromSeq, limit)
      .map((row) => parseBody(sessionId, row))
  }

  return {
    lastSeq,
    snapshot,
    insert(sessionId, records) {
      const times = [records[0]!.event.atMs, records.at(-1)!.event.atMs] as const
      const session = sql(
        `INSERT INTO sessions (name, records, last_seq, first_at_ms, last_at_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET records = records + excluded.records, last_seq = excluded.last_seq,
           last_at_ms = excluded.last_at_ms
         RETURNING id`,
      ).get(nameOf(sessionId), records.length, records.at(-1)!.event.seq, ...times)!
      const insertRecord = sql('INSERT INTO records (session, seq, body) VALUES (?, ?, ?)')
      for (const record of records) insertRecord.run(session['id']!, record.event.seq, JSON.stringify(record))
    },
    page: (sessionId, fromSeq) => rows(sessionId, fromSeq, PAGE_ROWS),
    view(sessionId) {
      const latest = snapshot(sessionId)
      const records = rows(sessionId, latest === undefined ? 0 : latest.seq + 1, -1)
      return { ...(latest && { snapshot: latest }), records, nextSeq: lastSeq(sessionId) + 1 }
    },
    saveSnapshot(sessionId, { seq, state }) {
      sql(
        `INSERT INTO snapshots (session, seq, state) SELECT id, ?, ? FROM sessions WHERE name = ?
         ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, state = excluded.state WHERE excluded.seq > seq`,
      ).run(seq, state, nameOf(sessionId))
    },
    summaries: () => sql('SELECT * FROM sessions ORDER BY last_at_ms DESC, name').all().map(summary),
    forget: (sessionId) => void sql('DELETE FROM sessions WHERE name = ?').run(nameOf(sessionId)),
  }
}

/** The id with control characters and broken surrogates escaped: SQLite would cut the text at a NUL. */
function nameOf(sessionId: string): string {
  return JSON.stringify(sessionId).slice(1, -1)
}

function idOf(name: string): string {
  return JSON.parse(`"${name}"`) as string
}

type Row = Readonly<Record<string, SqliteValue>>

function parseBody(sessionId: string, row: Row): SessionRecord {
  try {
    return JSON.parse(String(row['body'])) as SessionRecord
  } catch (error) {
    const where = `record ${row['seq']} of session \`${sessionId}\``
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
