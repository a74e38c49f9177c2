import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SessionRecord } from '../../model/record.ts'
import { encodeBatch } from '../jsonl/batch.ts'
import { collect, describeRecordStore, exampleRecord, temporaryFolder } from '../record-store.suite.ts'
import { jsonlStore } from './jsonl-store.ts'

describeRecordStore('jsonlStore', async (folder) => jsonlStore({ folder }), { isShared: true })

async function written(folder: string, records: readonly SessionRecord[]): Promise<string> {
  const store = jsonlStore({ folder })
  for (const record of records) store.append(record)
  await store.close()
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.jsonl'))!,
  )
}

const examples = (count: number): SessionRecord[] =>
  Array.from({ length: count }, (_, seq) => exampleRecord('s', seq))

test('one record is one line that other tools can read', async () => {
  const file = await written(temporaryFolder(), examples(2))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { format: 'holdfast.record/1', event: { kind: 'mark', marker: 'mark 0' } },
    { format: 'holdfast.record/1', event: { kind: 'mark', marker: 'mark 1' } },
  ])
})

test('half a line left by a crash does not swallow what is written next', async () => {
  const folder = temporaryFolder()
  const file = await written(folder, examples(2))
  appendFileSync(file, '{"format":"holdfast.record/1","batch":"x 1/1","event":{"kind":"ma')
  const store = jsonlStore({ folder })
  store.append(exampleRecord('s', 2))
  await store.flush()
  expect(await collect(store.read('s'))).toEqual(examples(3))
})

test('a batch of which only a part arrived does not count', async () => {
  const folder = temporaryFolder()
  const file = await written(folder, examples(2))
  const [firstLine] = encodeBatch('cut', [
    exampleRecord('s', 2, 'never'),
    exampleRecord('s', 3, 'never'),
  ]).split('\n')
  appendFileSync(file, `${firstLine}\n`)
  const store = jsonlStore({ folder })
  expect(await collect(store.read('s'))).toEqual(examples(2))
  store.append(exampleRecord('s', 2))
  await store.flush()
  expect(await collect(store.read('s'))).toEqual(examples(3))
})

test('a batch that lost the race does not count, not even the part that would have fitted', async () => {
  const folder = temporaryFolder()
  const file = await written(folder, examples(3))
  appendFileSync(
    file,
    encodeBatch(
      'late',
      [1, 2, 3, 4].map((seq) => exampleRecord('s', seq, 'late')),
    ),
  )
  expect(await collect(jsonlStore({ folder }).read('s'))).toEqual(examples(3))
})

test('a destroyed line is told, not hidden', async () => {
  const folder = temporaryFolder()
  const store = jsonlStore({ folder })
  for (const record of examples(3)) {
    store.append(record)
    await store.flush()
  }
  const file = join(folder, readdirSync(folder)[0]!)
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [lines[0], lines[1]!.slice(20), ...lines.slice(2)].join('\n'))
  await expect(collect(jsonlStore({ folder }).read('s'))).rejects.toMatchObject({
    code: 'HF_INVALID_FILE',
    message: `\`${file}\` line 2 is damaged and records after it are missing`,
  })
})

test('a file of a newer format is refused', async () => {
  const folder = temporaryFolder()
  const file = await written(folder, examples(1))
  appendFileSync(file, '{"format":"holdfast.record/9"}\n')
  await expect(collect(jsonlStore({ folder }).read('s'))).rejects.toMatchObject({ code: 'HF_INVALID_FILE' })
})

test('a broken snapshot says that it can be deleted', async () => {
  const folder = temporaryFolder()
  const file = await written(folder, examples(1))
  writeFileSync(file.replace('.jsonl', '.snapshot.json'), 'not json')
  await expect(jsonlStore({ folder }).latestSnapshot('s')).rejects.toMatchObject({
    hint: 'delete it: the state is rebuilt from the records',
  })
})
