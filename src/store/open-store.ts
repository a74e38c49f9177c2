import { HoldfastError } from '../kit/errors.ts'
import type { RecordStore } from './record-store.ts'
import { jsonlStore } from './stores/jsonl-store.ts'
import { memoryStore } from './stores/memory-store.ts'
import { sqliteStore } from './stores/sqlite-store.ts'

/** `memory:`, `jsonl:<folder>`, `sqlite:<file>`, or the path of a database file. */
export async function openStore(location: string): Promise<RecordStore> {
  if (location === 'memory:') return memoryStore()
  // two letters at least, so that a drive such as `C:` stays part of a path
  const [, scheme, place = ''] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(location) ?? [
    undefined,
    'sqlite',
    location,
  ]
  if (place === '') throw new HoldfastError('HF_USAGE', `the store \`${location}\` does not say where`)
  if (scheme === 'sqlite') return sqliteStore({ file: place })
  if (scheme === 'jsonl') return jsonlStore({ folder: place })
  throw new HoldfastError(
    'HF_UNKNOWN_NAME',
    `there is no store \`${scheme}:\``,
    'use a file name, `sqlite:<file>`, `jsonl:<folder>` or `memory:`',
  )
}
