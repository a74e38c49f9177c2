import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SessionRecord } from '../model/record.ts'
import { RecordConflictError } from './record-conflict.ts'
import type { RecordStore, SessionView } from './record-store.ts'

/** The smallest record there is; `marker` tells records apart. */
export function exampleRecord(
  sessionId: string,
  seq: number,
  marker = `mark ${seq}`,
  atMs = 1000 + seq,
): SessionRecord {
  return {
    event: { kind: 'mark', sessionId, seq, atMs, marker },
    decision: { verdict: 'allow', findings: [] },
    effect: { kind: 'pass' },
    mode: 'enforce',
    contract: { name: 'example', version: '1', hash: 'abc' },
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const markers = async (store: RecordStore, sessionId: string, fromSeq?: number): Promise<string[]> =>
  (await collect(store.read(sessionId, fromSeq))).map(({ event }) =>
    event.kind === 'mark' ? event.marker : event.kind,
  )

const HOSTILE_IDS = [
  '',
  '.',
  '..',
  '../../escape',
  '/etc/passwd',
  'a/b',
  'a\\b',
  'A',
  'a',
  'con',
  'nul\u0000byte',
  'nul\u0000other',
  '\ud800',
  '\udfff',
  '"quoted"',
  "x'; DROP TABLE records; --",
  '%2e%2e%2f',
  'ünïcode 漢字 😀',
  'new\nline',
  'x'.repeat(5000),
  `${'x'.repeat(5000)}y`,
]

export interface StoreSuiteOptions {
  /** A second store opened at the same place sees what the first one wrote. */
  readonly isShared: boolean
}

/** What every store owes its users; `open` is given a folder of the test's own. */
export function describeRecordStore(
  name: string,
  open: (folder: string) => Promise<RecordStore>,
  { isShared }: StoreSuiteOptions,
): void {
  const opened: RecordStore[] = []
  async function openAt(folder: string): Promise<RecordStore> {
    const store = await open(folder)
    opened.push(store)
    return store
  }
  const fresh = (): Promise<RecordStore> => openAt(temporaryFolder())

  afterEach(async () => {
    // a test about a failure has seen it already
    for (const store of opened.splice(0)) await store.close().catch(() => undefined)
  })

  describe(name, () => {
    test('gives back what was appended, as it was and in order', async () => {
      const store = await fresh()
      const records = Array.from({ length: 1200 }, (_, seq) => exampleRecord('s', seq))
      for (const record of records) store.append(record)
      await store.flush()
      expect(await collect(store.read('s'))).toEqual(records)
    })

    test('reads from a place in the middle', async () => {
      const store = await fresh()
      for (let seq = 0; seq < 5; seq += 1) store.append(exampleRecord('s', seq))
      expect(await markers(store, 's', 3)).toEqual(['mark 3', 'mark 4'])
    })

    test('reads what it has appended and not yet flushed', async () => {
      const store = await fresh()
      store.append(exampleRecord('s', 0, 'fresh'))
      expect(await markers(store, 's')).toEqual(['fresh'])
    })

    test('knows nothing about a session nobody wrote', async () => {
      const store = await fresh()
      expect(await collect(store.read('nobody'))).toEqual([])
      expect(await store.latestSnapshot('nobody')).toBeUndefined()
      expect(await collect(store.sessions())).toEqual([])
    })

    test('keeps text of any kind', async () => {
      const store = await fresh()
      const texts = ['\u0000', 'a\nb\r\nc', '\u2028\u2029', '\ud800', '"}{"', '😀'.repeat(70_000)]
      for (const [seq, text] of texts.entries()) store.append(exampleRecord('s', seq, text))
      await store.flush()
      expect(await markers(store, 's')).toEqual(texts)
    })

    test('keeps sessions apart, whatever their ids look like', async () => {
      const parent = temporaryFolder()
      const store = await openAt(join(parent, 'store'))
      for (const [index, id] of HOSTILE_IDS.entries()) store.append(exampleRecord(id, 0, `session ${index}`))
      await store.flush()
      for (const [index, id] of HOSTILE_IDS.entries())
        expect(await markers(store, id)).toEqual([`session ${index}`])
      const listed = (await collect(store.sessions())).map(({ sessionId }) => sessionId)
      expect(listed.toSorted()).toEqual(HOSTILE_IDS.toSorted())
      expect(readdirSync(parent).filter((entry) => entry !== 'store')).toEqual([])
    })

    test('refuses a record whose place is taken, and keeps the first', async () => {
      const store = await fresh()
      store.append(exampleRecord('s', 0, 'first'))
      await store.flush()
      store.append(exampleRecord('s', 0, 'second'))
      await expect(store.flush('s')).rejects.toThrow(RecordConflictError)
      expect(await markers(store, 's')).toEqual(['first'])
    })

    test('keeps refusing to acknowledge a session that lost a record', async () => {
      const store = await fresh()
      store.append(exampleRecord('s', 1))
      store.append(exampleRecord('s', 0))
      await expect(store.flush()).rejects.toThrow(RecordConflictError)
      await expect(store.flush()).rejects.toThrow(RecordConflictError)
      expect(() => store.append(exampleRecord('s', 2))).toThrow(RecordConflictError)
      expect(await markers(store, 's')).toEqual(['mark 1'])
    })

    test('a conflict in one session is not the concern of another', async () => {
      const store = await fresh()
      store.append(exampleRecord('broken', 3))
      store.append(exampleRecord('broken', 3))
      store.append(exampleRecord('sound', 0, 'kept'))
      await store.flush('sound')
      expect(await markers(store, 'sound')).toEqual(['kept'])
    })

    test('an update sees the session and appends to it', async () => {
      const store = await fresh()
      store.append(exampleRecord('s', 0))
      const seen = await store.update('s', (session) => ({
        records: [exampleRecord('s', 1, 'from the update'), exampleRecord('s', 2, 'and one more')],
        result: session,
      }))
      expect(seen).toEqual({ records: [exampleRecord('s', 0)], nextSeq: 1 })
      expect(await markers(store, 's')).toEqual(['mark 0', 'from the update', 'and one more'])
    })

    test('an update may only look', async () => {
      const store = await fresh()
      expect(await store.update('s', ({ nextSeq }) => ({ records: [], result: nextSeq }))).toBe(0)
      expect(await collect(store.sessions())).toEqual([])
    })

    test('an update that throws appends nothing', async () => {
      const store = await fresh()
      const update = store.update('s', () => {
        throw new Error('cannot judge')
      })
      await expect(update).rejects.toThrow('cannot judge')
      expect(await collect(store.read('s'))).toEqual([])
      await store.update('s', () => ({ records: [exampleRecord('s', 0)], result: undefined }))
      expect(await markers(store, 's')).toEqual(['mark 0'])
    })

    test.each([
      ['a hole', exampleRecord('s', 1)],
      ['a record of another session', exampleRecord('other', 0)],
    ])('an update cannot leave %s', async (_, record) => {
      const store = await fresh()
      await expect(store.update('s', () => ({ records: [record], result: undefined }))).rejects.toThrow(
        'comes next',
      )
      expect(await collect(store.sessions())).toEqual([])
    })

    test('updates at the same time follow one another', async () => {
      const store = await fresh()
      const seqs = await Promise.all(
        Array.from({ length: 40 }, () =>
          store.update('s', ({ nextSeq }) => ({ records: [exampleRecord('s', nextSeq)], result: nextSeq })),
        ),
      )
      expect(seqs.toSorted((left, right) => left - right)).toEqual(
        Array.from({ length: 40 }, (_, seq) => seq),
      )
    })

    test('an update puts a session that lost a record right again', async () => {
      const store = await fresh()
      for (const marker of ['kept', 'refused']) store.append(exampleRecord('s', 0, marker))
      await expect(store.flush('s')).rejects.toThrow(RecordConflictError)
      await store.update('s', ({ nextSeq }) => ({
        records: [exampleRecord('s', nextSeq, 'again')],
        result: undefined,
      }))
      await store.flush('s')
      expect(await markers(store, 's')).toEqual(['kept', 'again'])
    })

    test('a snapshot stands for the records before it', async () => {
      const store = await fresh()
      for (let seq = 0; seq < 4; seq += 1) store.append(exampleRecord('s', seq))
      await store.saveSnapshot('s', { seq: 2, state: '{"text":"\\u0000\\ud800 é"}' })
      const view = await store.update('s', (session) => ({ records: [], result: session }))
      expect(view).toEqual({
        snapshot: { seq: 2, state: '{"text":"\\u0000\\ud800 é"}' },
        records: [exampleRecord('s', 3)],
        nextSeq: 4,
      } satisfies SessionView)
    })

    test('the latest snapshot wins, also when an earlier one comes late', async () => {
      const store = await fresh()
      for (let seq = 0; seq < 3; seq += 1) store.append(exampleRecord('s', seq))
      for (const seq of [1, 2, 0]) await store.saveSnapshot('s', { seq, state: `"after ${seq}"` })
      expect(await store.latestSnapshot('s')).toEqual({ seq: 2, state: '"after 2"' })
    })

    test('an update can leave a snapshot, but not one ahead of its records', async () => {
      const store = await fresh()
      const leave = (seq: number) =>
        store.update('s', ({ nextSeq }) => ({
          records: [exampleRecord('s', nextSeq)],
          snapshot: { seq, state: 'null' },
          result: undefined,
        }))
      await leave(0)
      expect(await store.latestSnapshot('s')).toEqual({ seq: 0, state: 'null' })
      await expect(leave(2)).rejects.toThrow('the last record is 1')
      await expect(store.saveSnapshot('s', { seq: 7, state: 'null' })).rejects.toThrow('the last record is 0')
      expect(await markers(store, 's')).toEqual(['mark 0'])
    })

    test('lists sessions with the most recently active first', async () => {
      const store = await fresh()
      store.append(exampleRecord('old', 0, 'x', 100))
      store.append(exampleRecord('new', 0, 'x', 300))
      store.append(exampleRecord('old', 1, 'x', 200))
      store.append(exampleRecord('also new', 0, 'x', 300))
      expect(await collect(store.sessions())).toEqual([
        { sessionId: 'also new', records: 1, lastSeq: 0, firstAtMs: 300, lastAtMs: 300 },
        { sessionId: 'new', records: 1, lastSeq: 0, firstAtMs: 300, lastAtMs: 300 },
        { sessionId: 'old', records: 2, lastSeq: 1, firstAtMs: 100, lastAtMs: 200 },
      ])
    })

    test('forgets whole sessions, by age and by number', async () => {
      const store = await fresh()
      for (let index = 0; index < 6; index += 1) store.append(exampleRecord(`s${index}`, 0, 'x', 100 * index))
      await store.saveSnapshot('s0', { seq: 0, state: '1' })
      expect(await store.prune({ lastRecordBeforeMs: 200 })).toBe(2)
      expect(await store.prune({ keepSessions: 2 })).toBe(2)
      expect(await store.prune({})).toBe(0)
      expect((await collect(store.sessions())).map(({ sessionId }) => sessionId)).toEqual(['s5', 's4'])
      expect(await store.latestSnapshot('s0')).toBeUndefined()
      expect(await collect(store.read('s0'))).toEqual([])
    })

    test('a forgotten session can begin again', async () => {
      const store = await fresh()
      store.append(exampleRecord('s', 0, 'before'))
      await store.prune({ keepSessions: 0 })
      store.append(exampleRecord('s', 0, 'after'))
      await store.flush()
      expect(await markers(store, 's')).toEqual(['after'])
    })

    test('a session forgotten while it is read never goes on with the words of another', async () => {
      const store = await fresh()
      for (let seq = 0; seq < 3; seq += 1) {
        store.append(exampleRecord('old', seq))
        await store.flush()
      }
      const sessionIds: string[] = []
      for await (const { event } of store.read('old')) {
        sessionIds.push(event.sessionId)
        if (sessionIds.length > 1) continue
        await store.prune({ keepSessions: 0 })
        for (let seq = 0; seq < 3; seq += 1) {
          store.append(exampleRecord('new', seq))
          await store.flush()
        }
      }
      expect(new Set(sessionIds)).toEqual(new Set(['old']))
    })

    test('a closed store says so', async () => {
      const store = await fresh()
      await store.close()
      await store.close()
      expect(() => store.append(exampleRecord('s', 0))).toThrow('the store is closed')
      await expect(store.flush()).rejects.toThrow('the store is closed')
      await expect(collect(store.read('s'))).rejects.toThrow('the store is closed')
    })

    describe.runIf(isShared)('for several processes', () => {
      test('what was flushed is there for the next one', async () => {
        const folder = temporaryFolder()
        const first = await openAt(folder)
        first.append(exampleRecord('s', 0))
        await first.flush()
        expect(await markers(await openAt(folder), 's')).toEqual(['mark 0'])
      })

      test('what was appended is written without being asked', async () => {
        const folder = temporaryFolder()
        const [first, second] = [await openAt(folder), await openAt(folder)]
        first.append(exampleRecord('s', 0))
        await expect.poll(() => markers(second, 's')).toEqual(['mark 0'])
      })

      test('closing writes what is left', async () => {
        const folder = temporaryFolder()
        const first = await openAt(folder)
        first.append(exampleRecord('s', 0))
        await first.close()
        expect(await markers(await openAt(folder), 's')).toEqual(['mark 0'])
      })

      test('the one that comes second is refused', async () => {
        const folder = temporaryFolder()
        const [first, second] = [await openAt(folder), await openAt(folder)]
        first.append(exampleRecord('s', 0, 'first'))
        await first.flush()
        second.append(exampleRecord('s', 0, 'second'))
        await expect(second.flush('s')).rejects.toThrow(RecordConflictError)
        expect(await markers(first, 's')).toEqual(['first'])
      })

      test('one sees what the other forgot', async () => {
        const folder = temporaryFolder()
        const [first, second] = [await openAt(folder), await openAt(folder)]
        first.append(exampleRecord('s', 0, 'before'))
        await first.flush()
        await second.prune({ keepSessions: 0 })
        first.append(exampleRecord('s', 1, 'after'))
        await first.flush()
        expect(await markers(second, 's')).toEqual(['after'])
      })

      test('only their owner may read the files', async () => {
        const folder = join(temporaryFolder(), 'new', 'folder')
        const store = await openAt(folder)
        store.append(exampleRecord('s', 0))
        await store.flush()
        await store.saveSnapshot('s', { seq: 0, state: '1' })
        const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
        expect(mode(folder)).toBe('700')
        const files = readdirSync(folder)
        expect(files.length).toBeGreaterThan(0)
        expect(files.map((file) => mode(join(folder, file)))).toEqual(files.map(() => '600'))
      })
    })
  })
}
