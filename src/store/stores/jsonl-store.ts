import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionRecord } from '../../model/record.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { createBatchReader } from '../jsonl/batch.ts'
import { lines } from '../jsonl/lines.ts'
import { appendBatch, fileStem, readOn, type Progress } from '../jsonl/session-file.ts'
import { readSnapshot, writeSnapshot } from '../jsonl/snapshot-file.ts'
import { makePrivateFolder } from '../private-files.ts'
import { RecordConflictError } from '../record-conflict.ts'
import type { RecordStore, SessionSummary, SessionView } from '../record-store.ts'
import {
  assertContinues,
  assertCovers,
  byActivity,
  bySession,
  forgotten,
  risingPrefix,
} from '../session-log.ts'
import { createWriteQueue, type WriteOutcome } from '../write-queue.ts'

const MOST_ATTEMPTS = 1000
const MOST_FILES_REMEMBERED = 10_000

/**
 * Records in plain files, one a session, one record a line. Several processes may write; no lock is needed,
 * because the order of lines in the file decides (see `encodeBatch`). For folders on a local disk, and for
 * logs that people read: listing sessions and `update` read files from the start.
 */
export function jsonlStore({ folder }: { readonly folder: string }): RecordStore {
  makePrivateFolder(folder)
  const logOf = (sessionId: string): string => join(folder, `${fileStem(sessionId)}.jsonl`)
  const snapshotOf = (sessionId: string): string => join(folder, `${fileStem(sessionId)}.snapshot.json`)
  const read = new Map<string, Progress>()
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  /** One operation after another inside this process; errors of the file system in words. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work).catch((error: unknown) => {
      throw explain(folder, error)
    })
    last = result.catch(() => undefined)
    return result
  }

  function remember(sessionId: string, progress: Progress): void {
    if (read.size >= MOST_FILES_REMEMBERED) read.clear()
    read.set(sessionId, progress)
  }

  async function writeSession(
    sessionId: string,
    records: readonly SessionRecord[],
  ): Promise<RecordConflictError | undefined> {
    const file = logOf(sessionId)
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const before = (await readOn(file, read.get(sessionId))).progress
      const { accepted, conflict } = risingPrefix(sessionId, records, before.reader.lastSeq)
      if (accepted.length === 0) return conflict
      const { progress, counts } = await appendBatch(file, before, accepted)
      remember(sessionId, progress)
      if (counts) return conflict
    }
    throw contended(sessionId)
  }

  async function write(records: readonly SessionRecord[]): Promise<WriteOutcome> {
    const conflicts: RecordConflictError[] = []
    const unwritten: SessionRecord[] = []
    let failure: Error | undefined
    for (const [sessionId, group] of bySession(records)) {
      try {
        const conflict = await inTurn(() => writeSession(sessionId, group))
        if (conflict !== undefined) conflicts.push(conflict)
      } catch (error) {
        failure = error as Error
        unwritten.push(...group)
      }
    }
    return { conflicts, unwritten, ...(failure && { failure }) }
  }

  const queue = createWriteQueue(write)

  function usable(): void {
    if (isClosed) throw new HoldfastError('HF_FILE', 'the store is closed')
  }

  /** A read sees what this process appended; a conflict is for `flush` to tell. */
  async function settled(): Promise<void> {
    usable()
    await queue.flush().catch((error: unknown) => {
      if (!(error instanceof RecordConflictError)) throw error
    })
  }

  async function view(
    sessionId: string,
  ): Promise<{ readonly session: SessionView; readonly progress: Progress }> {
    const { progress, batches } = await readOn(logOf(sessionId), undefined)
    const records = batches.flatMap((batch) => batch.records)
    const nextSeq = progress.reader.lastSeq + 1
    const snapshot = await readSnapshot(snapshotOf(sessionId))
    // one that is ahead of its log belongs to a log that is gone
    if (snapshot === undefined || snapshot.seq >= nextSeq) return { session: { records, nextSeq }, progress }
    const since = records.filter(({ event }) => event.seq > snapshot.seq)
    return { session: { snapshot, records: since, nextSeq }, progress }
  }

  async function summaries(): Promise<SessionSummary[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
    const found: SessionSummary[] = []
    for (const name of names) {
      const { batches } = await readOn(join(folder, name), undefined)
      const records = batches.flatMap((batch) => batch.records)
      if (records.length > 0) found.push(summary(records))
    }
    return found.sort(byActivity)
  }

  return {
    append(record) {
      usable()
      queue.add(record)
    },
    async flush(sessionId) {
      usable()
      await queue.flush(sessionId)
    },
    async update(sessionId, step) {
      await settled()
      return inTurn(async () => {
        for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
          const { session, progress } = await view(sessionId)
          const update = step(session)
          assertContinues(sessionId, session, update)
          if (update.snapshot)
            assertCovers(sessionId, update.snapshot, session.nextSeq + update.records.length - 1)
          const written =
            update.records.length === 0 ||
            (await appendBatch(logOf(sessionId), progress, update.records)).counts
          if (!written) continue
          if (update.snapshot !== undefined) await writeSnapshot(snapshotOf(sessionId), update.snapshot)
          queue.forgive(sessionId)
          return update.result
        }
        throw contended(sessionId)
      })
    },
    async *read(sessionId, fromSeq = 0) {
      await settled()
      const file = logOf(sessionId)
      const reader = createBatchReader(file)
      try {
        for await (const { text } of lines(file, 0))
          for (const record of reader.push(text)?.records ?? []) if (record.event.seq >= fromSeq) yield record
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw explain(folder, error)
      }
    },
    async *sessions() {
      await settled()
      yield* await inTurn(summaries)
    },
    async saveSnapshot(sessionId, snapshot) {
      await settled()
      await inTurn(async () => {
        const { session } = await view(sessionId)
        assertCovers(sessionId, snapshot, session.nextSeq - 1)
        if (snapshot.seq > (session.snapshot?.seq ?? -1)) await writeSnapshot(snapshotOf(sessionId), snapshot)
      })
    },
    async latestSnapshot(sessionId) {
      usable()
      return inTurn(() => readSnapshot(snapshotOf(sessionId)))
    },
    async prune(retention) {
      await settled()
      return inTurn(async () => {
        const old = forgotten(await summaries(), retention)
        for (const { sessionId } of old)
          for (const file of [logOf(sessionId), snapshotOf(sessionId)]) await rm(file, { force: true })
        return old.length
      })
    },
    async close() {
      if (isClosed) return
      try {
        await queue.flush()
      } finally {
        isClosed = true
      }
    },
  }
}

function summary(records: readonly SessionRecord[]): SessionSummary {
  const [first, latest] = [records[0]!.event, records.at(-1)!.event]
  return {
    sessionId: first.sessionId,
    records: records.length,
    lastSeq: latest.seq,
    firstAtMs: first.atMs,
    lastAtMs: latest.atMs,
  }
}

function contended(sessionId: string): HoldfastError {
  return new HoldfastError(
    'HF_FILE',
    `other processes kept writing to session \`${sessionId}\` first`,
    'try again',
  )
}

function explain(folder: string, error: unknown): unknown {
  if (error instanceof HoldfastError || !(error instanceof Error) || !('code' in error)) return error
  return new HoldfastError('HF_FILE', `cannot use \`${folder}\`: ${error.message}`, undefined, {
    cause: error,
  })
}
