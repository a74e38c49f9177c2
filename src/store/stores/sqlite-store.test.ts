import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collect, describeRecordStore, exampleRecord, temporaryFolder } from '../record-store.suite.ts'
import { openSqlite } from '../sqlite/driver.ts'
import { sqliteStore } from './sqlite-store.ts'

describeRecordStore('sqliteStore', (folder) => sqliteStore({ file: join(folder, 'holdfast.db') }), {
  isShared: true,
})

async function withDatabase(file: string, sql: string): Promise<void> {
  const database = await openSqlite(file)
  database.exec(sql)
  database.close()
}

test('a file that is no database is refused and left as it was', async () => {
  const file = join(temporaryFolder(), 'notes.db')
  writeFileSync(file, 'these are my notes\n'.repeat(100))
  await expect(sqliteStore({ file })).rejects.toMatchObject({
    code: 'HF_INVALID_FILE',
    message: expect.stringContaining('is damaged or not a database') as string,
    hint: 'move the file away to start afresh; nothing was changed in it',
  })
  expect(readFileSync(file, 'utf8')).toBe('these are my notes\n'.repeat(100))
})

test('the database of another program is refused and left as it was', async () => {
  const file = join(temporaryFolder(), 'theirs.db')
  await withDatabase(file, 'CREATE TABLE theirs (x)')
  const before = readFileSync(file)
  await expect(sqliteStore({ file })).rejects.toMatchObject({
    code: 'HF_INVALID_FILE',
    message: `\`${file}\` is another program's database`,
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a database of a newer version is refused and left as it was', async () => {
  const file = join(temporaryFolder(), 'newer.db')
  await (await sqliteStore({ file })).close()
  await withDatabase(file, 'PRAGMA user_version = 99')
  const before = readFileSync(file)
  await expect(sqliteStore({ file })).rejects.toMatchObject({
    code: 'HF_INVALID_FILE',
    message: `\`${file}\` was written by a newer version (schema 99, this version knows 2)`,
    hint: 'update holdfast; nothing was changed in the file',
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('damage inside the file is told, not hidden', async () => {
  const file = join(temporaryFolder(), 'damaged.db')
  const store = await sqliteStore({ file })
  for (let seq = 0; seq < 500; seq += 1) store.append(exampleRecord('s', seq, 'x'.repeat(200)))
  await store.close()
  await withDatabase(file, 'PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(file)
  const copy = `${file}.copy`
  writeFileSync(copy, bytes.fill(0xff, 4096 * 3, 4096 * 20))
  const broken = await sqliteStore({ file: copy })
  await expect(collect(broken.read('s'))).rejects.toMatchObject({ code: 'HF_INVALID_FILE' })
  await broken.close()
})

test('a file that cannot be created is named', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  await expect(sqliteStore({ file: join(folder, 'file', 'x.db') })).rejects.toMatchObject({ code: 'HF_FILE' })
})

test('records that cannot be written now are kept and written later', async () => {
  const file = join(temporaryFolder(), 'busy.db')
  const store = await sqliteStore({ file, waitForOthersMs: 20 })
  const other = await openSqlite(file)
  other.exec('BEGIN IMMEDIATE')
  for (const seq of [0, 1]) {
    store.append(exampleRecord('s', seq))
    await expect(store.flush('s')).rejects.toMatchObject({
      code: 'HF_FILE',
      message: `\`${file}\` has been locked by another process for too long`,
    })
  }
  other.exec('ROLLBACK')
  other.close()
  await store.flush('s')
  expect(await collect(store.read('s'))).toEqual([exampleRecord('s', 0), exampleRecord('s', 1)])
  await store.close()
})

test('snapshots of the same moment cost one commit, and one that is refused spoils none', async () => {
  const file = join(temporaryFolder(), 'holdfast.db')
  const store = await sqliteStore({ file })
  const names = Array.from({ length: 100 }, (_, index) => `s${index}`)
  for (const name of names) store.append(exampleRecord(name, 0))
  await store.flush()
  const pages = (): number => Math.ceil(statSync(`${file}-wal`).size / 4096)
  const before = pages()
  const refused = store.saveSnapshot('s0', { seq: 7, state: 'too early' })
  await Promise.all([
    expect(refused).rejects.toThrow('the last record is 0'),
    ...names.map((name) => store.saveSnapshot(name, { seq: 0, state: name })),
  ])
  expect(pages() - before).toBeLessThan(names.length)
  for (const name of names) expect(await store.latestSnapshot(name)).toEqual({ seq: 0, state: name })
  await store.close()
})

async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  const turn = (): void => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await work()
  clearImmediate(next)
  return turns
}

test('reading a long session lets others have their turn', async () => {
  const store = await sqliteStore({ file: join(temporaryFolder(), 'holdfast.db') })
  for (let seq = 0; seq < 400; seq += 1) {
    store.append(exampleRecord('s', seq))
    await store.flush()
  }
  const turns = await turnsDuring(async () => {
    expect(await collect(store.read('s'))).toHaveLength(400)
  })
  expect(turns).toBeGreaterThan(4)
  await store.close()
})

test('forgetting many sessions lets others have their turn, and one that speaks meanwhile stays', async () => {
  const store = await sqliteStore({ file: join(temporaryFolder(), 'holdfast.db') })
  for (let index = 0; index < 2000; index += 1) store.append(exampleRecord(`s${index}`, 0, 'x', index))
  await store.flush()
  const turns = await turnsDuring(async () => {
    const forgetting = store.prune({ lastRecordBeforeMs: 5000 })
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    // the oldest is the last in line
    store.append(exampleRecord('s0', 1, 'still here', 9000))
    await store.flush()
    expect(await forgetting).toBe(1999)
  })
  expect(turns).toBeGreaterThan(10)
  expect((await collect(store.sessions())).map(({ sessionId }) => sessionId)).toEqual(['s0'])
  await store.close()
})

test('a file of the first version is brought up to date with everything in it', async () => {
  const file = join(temporaryFolder(), 'first.db')
  const sessions = { one: [0, 1, 2, 7], two: [0], three: [3, 4] }
  const rows = Object.entries(sessions).flatMap(([name, seqs], index) =>
    seqs.map((seq) => `(${index + 1}, ${seq}, '${JSON.stringify(exampleRecord(name, seq))}')`),
  )
  const heads = Object.entries(sessions).map(
    ([name, seqs], index) => `(${index + 1}, '${name}', ${seqs.length}, ${seqs.at(-1)}, 0, ${index})`,
  )
  await withDatabase(
    file,
    `CREATE TABLE sessions (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, records INTEGER NOT NULL,
       last_seq INTEGER NOT NULL, first_at_ms REAL NOT NULL, last_at_ms REAL NOT NULL) STRICT;
     CREATE INDEX sessions_by_activity ON sessions (last_at_ms DESC, name);
     CREATE TABLE records (session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, seq INTEGER NOT NULL,
       body TEXT NOT NULL, PRIMARY KEY (session, seq)) STRICT, WITHOUT ROWID;
     CREATE TABLE snapshots (session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
       seq INTEGER NOT NULL, state TEXT NOT NULL) STRICT;
     INSERT INTO sessions VALUES ${heads.join(', ')};
     INSERT INTO records VALUES ${rows.toReversed().join(', ')};
     INSERT INTO snapshots VALUES (1, 1, 'after one');
     PRAGMA application_id = 1215261796; PRAGMA user_version = 1`,
  )
  const store = await sqliteStore({ file })
  for (const [name, seqs] of Object.entries(sessions)) {
    const records = await collect(store.read(name))
    expect(records).toEqual(seqs.map((seq) => exampleRecord(name, seq)))
  }
  expect(await store.latestSnapshot('one')).toEqual({ seq: 1, state: 'after one' })
  store.append(exampleRecord('one', 8))
  await store.flush('one')
  const view = await store.update('one', (session) => ({ records: [], result: session }))
  expect(view.records).toEqual([2, 7, 8].map((seq) => exampleRecord('one', seq)))
  expect((await collect(store.sessions())).map(({ sessionId }) => sessionId)).toContain('three')
  await store.close()
})

test('a session is read in order from any record, however its records were gathered', async () => {
  const store = await sqliteStore({ file: join(temporaryFolder(), 'gathered.db') })
  const written = Array.from({ length: 40 }, (_, seq) => exampleRecord('s', seq, 'y'.repeat(seq * 9_000)))
  for (const [index, record] of written.entries()) {
    store.append(record)
    store.append(exampleRecord('other', index))
    if (index % 17 === 0) await store.flush()
  }
  for (let fromSeq = 0; fromSeq <= 41; fromSeq += 1) {
    const records = await collect(store.read('s', fromSeq))
    expect(records).toEqual(written.slice(fromSeq))
  }
  await store.close()
})
