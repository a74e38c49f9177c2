import type { RecordStore } from '../store/record-store.ts'

export type { RecordStore } from '../store/record-store.ts'
export { memoryStore } from '../store/stores/memory-store.ts'

/** `memory:`, `jsonl:<folder>`, `sqlite:<file>`, or the path of a database file; loaded when it is asked for. */
export async function openStore(location: string): Promise<RecordStore> {
  const { openStore: open } = await import('../store/open-store.ts')
  return open(location)
}
