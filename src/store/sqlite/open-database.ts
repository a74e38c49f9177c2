import { dirname } from 'node:path'
import { makePrivateFile, makePrivateFolder } from '../private-files.ts'
import { openSqlite, type SqliteDatabase } from './driver.ts'
import { explain, explained, isBusy } from './explain-error.ts'
import { isCurrent, migrate } from './migrations.ts'

/** Opens or creates the file, ready to use by several processes at once. */
export async function openDatabase(file: string, waitForOthersMs: number): Promise<SqliteDatabase> {
  makePrivateFolder(dirname(file))
  makePrivateFile(file)
  const database = await openSqlite(file).catch((error: unknown) => {
    throw explain(file, error)
  })
  try {
    return explained(file, () => prepared(database, file, waitForOthersMs))
  } catch (error) {
    database.close()
    throw error
  }
}

function prepared(database: SqliteDatabase, file: string, waitForOthersMs: number): SqliteDatabase {
  // FULL, because in WAL mode NORMAL loses the last commits when the machine, not just the process, dies
  database.exec(
    `PRAGMA busy_timeout = ${waitForOthersMs}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON`,
  )
  if (!isCurrent(database, file)) {
    useWriteAheadLog(database, waitForOthersMs)
    inTransaction(database, () => migrate(database, file))
  }
  return database
}

/** Changing the mode does not wait for other processes as everything else does, so it is tried again here. */
function useWriteAheadLog(database: SqliteDatabase, waitForOthersMs: number): void {
  const deadlineMs = Date.now() + waitForOthersMs
  for (;;) {
    try {
      return database.exec('PRAGMA journal_mode = WAL')
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadlineMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/**
 * `IMMEDIATE` takes the one write lock of the file before the first read, so that what `work` reads is still
 * true when it writes: no other process can come between.
 */
export function inTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    throw error
  }
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // SQLite has already rolled back on errors such as a full disk; the first error is the one to tell
  }
}
