import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import { collect, exampleRecord, temporaryFolder } from './record-store.suite.ts'

test.each([
  ['', 'records.db'],
  ['sqlite:', 'records.db'],
  ['jsonl:', 'records'],
])('a location beginning with `%s` is kept where it says', async (scheme, name) => {
  const folder = temporaryFolder()
  const store = await openStore(scheme + join(folder, name))
  store.append(exampleRecord('s', 0))
  await store.close()
  expect(readdirSync(folder)).toContain(name)
})

test('a store in memory is a store', async () => {
  const store = await openStore('memory:')
  store.append(exampleRecord('s', 0))
  expect(await collect(store.read('s'))).toEqual([exampleRecord('s', 0)])
})

test('an unknown kind of store is refused by name', async () => {
  await expect(openStore('redis://localhost')).rejects.toMatchObject({
    code: 'HF_UNKNOWN_NAME',
    message: 'there is no store `redis:`',
  })
})

test('a location without a place is refused', async () => {
  await expect(openStore('jsonl:')).rejects.toMatchObject({ code: 'HF_USAGE' })
})
