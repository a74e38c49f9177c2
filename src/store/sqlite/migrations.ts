import { HoldfastError } from '../../kit/errors.ts'
import type { SqliteDatabase } from './driver.ts'

/** Marks the file as ours in its header ("Hold"), so that another program's database is not taken for one. */
const APPLICATION_ID = 0x486f6c64

/**
 * Each brings a database from the version before it; they are only ever added to. Version n is the first n.
 * Records are kept as JSON; what other columns hold is copied out of them for looking up.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE sessions (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     records INTEGER NOT NULL,
     last_seq INTEGER NOT NULL,
     first_at_ms REAL NOT NULL,
     last_at_ms REAL NOT NULL
   ) STRICT;
   CREATE INDEX sessions_by_activity ON sessions (last_at_ms DESC, name);
   CREATE TABLE records (
     session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     seq INTEGER NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY (session, seq)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE snapshots (
     session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
     seq INTEGER NOT NULL,
     state TEXT NOT NULL
   ) STRICT;`,
  // keyed by session, a commit had to write a page for each session that spoke; now what it brings stands together
  // at the end of one table, and each batch names the one before it in its session
  `CREATE TABLE batches (
     id INTEGER PRIMARY KEY,
     session INTEGER NOT NULL,
     previous INTEGER,
     first_seq INTEGER NOT NULL,
     records TEXT NOT NULL
   ) STRICT;
   INSERT INTO batches
     WITH numbered AS (SELECT row_number() OVER (ORDER BY session, seq) AS id, session, seq, body FROM records)
     SELECT id, session, lag(id) OVER (PARTITION BY session ORDER BY seq), seq, '[' || body || ']' FROM numbered;
   ALTER TABLE sessions ADD COLUMN last_batch INTEGER;
   UPDATE sessions SET last_batch = newest.id
     FROM (SELECT session, max(id) AS id FROM batches GROUP BY session) newest WHERE newest.session = sessions.id;
   DROP TABLE records;
   DROP INDEX sessions_by_activity;`,
]

/** Call inside a write transaction: of several processes that open a new file, one migrates and the rest see it done. */
export function migrate(database: SqliteDatabase, file: string): void {
  const version = schemaVersion(database, file)
  if (version === MIGRATIONS.length) return
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`)
}

/** True when there is nothing to do, found out without a lock. */
export function isCurrent(database: SqliteDatabase, file: string): boolean {
  return schemaVersion(database, file) === MIGRATIONS.length
}

function schemaVersion(database: SqliteDatabase, file: string): number {
  const version = pragma(database, 'user_version')
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (isEmpty) return 0
  if (pragma(database, 'application_id') !== APPLICATION_ID)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` is another program's database`,
      'choose another file; nothing was changed in this one',
    )
  if (version > MIGRATIONS.length)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` was written by a newer version (schema ${version}, this version knows ${MIGRATIONS.length})`,
      'update holdfast; nothing was changed in the file',
    )
  return version
}

function pragma(database: SqliteDatabase, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}
