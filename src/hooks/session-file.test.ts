import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionRecord } from '../model/index.ts'
import { jsonlStore } from '../store/index.ts'
import { fileStem as storeStem } from '../store/jsonl/session-file.ts'
import { fileStem, updateSession, type SessionView } from './session-file.ts'
import { sha256Hex } from './sha256.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'holdfast-session-'))

function record(seq: number, sessionId = 's'): SessionRecord {
  return {
    event: { kind: 'mark', marker: `m${seq}`, sessionId, seq, atMs: seq },
    decision: { verdict: 'allow', findings: [] },
    effect: { kind: 'pass' },
    mode: 'enforce',
    contract: { name: 'c', version: '1', hash: 'h' },
  }
}

const step = ({ nextSeq }: SessionView) => ({
  records: [record(nextSeq)],
  snapshot: { seq: nextSeq, state: `{"seen":${nextSeq}}` },
  result: nextSeq,
})

test('the digest is the one everybody else computes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    }),
  )
  const long = randomBytes(5000).toString('hex')
  expect(sha256Hex(long)).toBe(createHash('sha256').update(long).digest('hex'))
})

test('a session has the file the plain-file store gives it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(fileStem(id)).toBe(storeStem(id))
    }),
  )
})

test('what hooks write the store reads, and the other way round', async () => {
  const place = folder()
  for (let count = 0; count < 3; count += 1) expect(updateSession(place, 's', step)).toBe(count)
  const store = jsonlStore({ folder: place })
  await store.update('s', ({ nextSeq, snapshot }) => {
    expect(snapshot?.seq).toBe(2)
    return { records: [record(nextSeq)], result: undefined }
  })
  expect(updateSession(place, 's', step)).toBe(4)
  const read: number[] = []
  for await (const { event } of store.read('s')) read.push(event.seq)
  expect(read).toEqual([0, 1, 2, 3, 4])
  await store.close()
})

test('a step sees the state and only the records after it', () => {
  const place = folder()
  updateSession(place, 's', step)
  updateSession(place, 's', ({ nextSeq }) => ({ records: [record(nextSeq)], result: undefined }))
  updateSession(place, 's', (view) => {
    expect(view.state).toBe('{"seen":0}')
    expect(view.records.map(({ event }) => event.seq)).toEqual([1])
    expect(view.nextSeq).toBe(2)
    return { records: [], result: undefined }
  })
})

test('a step that another writer overtook is run again on what is there then', () => {
  const place = folder()
  let runs = 0
  const result = updateSession(place, 's', (view) => {
    runs += 1
    if (runs === 1) updateSession(place, 's', step)
    return {
      records: [record(view.nextSeq)],
      snapshot: { seq: view.nextSeq, state: '{}' },
      result: view.nextSeq,
    }
  })
  expect({ runs, result }).toEqual({ runs: 2, result: 1 })
})
