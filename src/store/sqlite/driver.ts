import { HoldfastError } from '../../kit/errors.ts'

export type SqliteValue = string | number | null

/** The part of `node:sqlite` that is used here; the package speaks it word for word. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly lastInsertRowid: number | bigint }
  get(...values: SqliteValue[]): Readonly<Record<string, SqliteValue>> | undefined
  all(...values: SqliteValue[]): readonly Readonly<Record<string, SqliteValue>>[]
}

export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

interface SqliteModule {
  readonly DatabaseSync: new (file: string) => SqliteDatabase
}

/** SQLite comes with Node from version 22 on; before that, with an optional package. */
export async function openSqlite(file: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = builtIn() ?? (await fromPackage())
  return new DatabaseSync(file)
}

function builtIn(): SqliteModule | undefined {
  const warnings = Object.getOwnPropertyDescriptor(process, 'emitWarning')!
  // because the module announces itself as experimental on stderr, which a hook's caller reads
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite') as SqliteModule | undefined
  } finally {
    Object.defineProperty(process, 'emitWarning', warnings)
  }
}

async function fromPackage(): Promise<SqliteModule> {
  try {
    return await import('@photostructure/sqlite')
  } catch (error) {
    throw new HoldfastError(
      'HF_MISSING_PACKAGE',
      `this Node (${process.version}) has no SQLite of its own`,
      'run `npm install @photostructure/sqlite`, or use Node 22 or later',
      { cause: error },
    )
  }
}
