import type { SessionRecord } from '../../model/record.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { RecordConflictError } from '../record-conflict.ts'
import { gathered } from '../gathered.ts'
import type { RecordStore, SessionSummary, Snapshot } from '../record-store.ts'
import { assertContinues, assertCovers, bySession, forgotten, risingPrefix } from '../session-log.ts'
import { explained } from '../sqlite/explain-error.ts'
import { inTransaction, openDatabase } from '../sqlite/open-database.ts'
import { tables } from '../sqlite/tables.ts'
import { createWriteQueue, type WriteOutcome } from '../write-queue.ts'

// a gateway serves others while it reads whole sessions or forgets old ones
const BATCHES_A_TURN = 64
const FORGOTTEN_A_TURN = 100
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

export interface SqliteStoreOptions {
  readonly file: string
  /** How long to wait in line for the file before giving up. */
  readonly waitForOthersMs?: number
}

/**
 * Records in one database file that several processes may write at once. SQLite lets one writer in at a time
 * and every write here takes its place in that line before it reads, so that steps of `update` follow one
 * another and a seq is never given twice.
 */
export async function sqliteStore({
  file,
  waitForOthersMs = 10_000,
}: SqliteStoreOptions): Promise<RecordStore> {
  const database = await openDatabase(file, waitForOthersMs)
  const table = tables(database)
  let isClosed = false

  function checked<Result>(work: () => Result): Result {
    if (isClosed) throw new HoldfastError('HF_FILE', 'the store is closed')
    return explained(file, work)
  }

  const transaction = <Result>(work: () => Result): Result => checked(() => inTransaction(database, work))

  async function write(records: readonly SessionRecord[]): Promise<WriteOutcome> {
    const conflicts: RecordConflictError[] = []
    transaction(() => {
      for (const [sessionId, group] of bySession(records)) {
        // one session's conflict must not keep the others' records from being written
        const head = table.head(sessionId)
        const { accepted, conflict } = risingPrefix(sessionId, group, head?.lastSeq ?? -1)
        if (accepted.length > 0) table.append(sessionId, head, accepted)
        if (conflict !== undefined) conflicts.push(conflict)
      }
    })
    return { conflicts, unwritten: [] }
  }

  const lastSeq = (sessionId: string): number => table.head(sessionId)?.lastSeq ?? -1

  const queue = createWriteQueue(write)

  /** A read sees what this process appended; a conflict is for `flush` to tell. */
  async function settled(): Promise<void> {
    checked(() => undefined)
    await queue.flush().catch((error: unknown) => {
      if (!(error instanceof RecordConflictError)) throw error
    })
  }

  /** One commit for all of them: a gateway that stops has thousands at once. */
  const snapshots = gathered<{ readonly sessionId: string; readonly snapshot: Snapshot }>(async (wanted) => {
    await settled()
    return transaction(() => wanted.map(({ sessionId, snapshot }) => saveOne(sessionId, snapshot)))
  })

  function saveOne(sessionId: string, snapshot: Snapshot): Error | undefined {
    try {
      assertCovers(sessionId, snapshot, lastSeq(sessionId))
    } catch (error) {
      return error as Error
    }
    table.saveSnapshot(sessionId, snapshot)
    return undefined
  }

  /** All of them but those that have spoken since they were listed. */
  function forget(sessions: readonly SessionSummary[]): number {
    const silent = sessions.filter(({ sessionId, lastSeq: listed }) => lastSeq(sessionId) === listed)
    for (const { sessionId } of silent) table.forget(sessionId)
    return silent.length
  }

  return {
    append(record) {
      checked(() => queue.add(record))
    },
    async flush(sessionId) {
      checked(() => undefined)
      await queue.flush(sessionId)
    },
    async update(sessionId, step) {
      await snapshots.settled()
      await settled()
      const result = transaction(() => {
        const view = table.view(sessionId)
        const update = step(view)
        assertContinues(sessionId, view, update)
        if (update.records.length > 0) table.append(sessionId, table.head(sessionId), update.records)
        if (update.snapshot !== undefined) {
          assertCovers(sessionId, update.snapshot, lastSeq(sessionId))
          table.saveSnapshot(sessionId, update.snapshot)
        }
        return update.result
      })
      queue.forgive(sessionId)
      return result
    },
    async *read(sessionId, fromSeq = 0) {
      await settled()
      for (const [index, id] of checked(() => table.batches(sessionId, fromSeq)).entries()) {
        if (index % BATCHES_A_TURN === BATCHES_A_TURN - 1) await nextTurn()
        for (const record of checked(() => table.batch(sessionId, id)))
          if (record.event.seq >= fromSeq) yield record
      }
    },
    async *sessions() {
      await settled()
      yield* checked(() => table.summaries())
    },
    async saveSnapshot(sessionId, snapshot) {
      checked(() => undefined)
      await snapshots.add({ sessionId, snapshot })
    },
    async latestSnapshot(sessionId) {
      await snapshots.settled()
      return checked(() => table.snapshot(sessionId))
    },
    async prune(retention) {
      await settled()
      const listed = checked(() => table.summaries())
      const old = forgotten(listed, retention)
      let count = 0
      for (let from = 0; from < old.length; from += FORGOTTEN_A_TURN) {
        if (from > 0) await nextTurn()
        count += transaction(() => forget(old.slice(from, from + FORGOTTEN_A_TURN)))
      }
      return count
    },
    async close() {
      if (isClosed) return
      await snapshots.settled()
      const problem = await queue.flush().then(
        () => undefined,
        (error: unknown) => error,
      )
      isClosed = true
      database.close()
      if (problem !== undefined) throw problem
    },
  }
}
