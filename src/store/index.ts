export { openStore } from './open-store.ts'
export { RecordConflictError } from './record-conflict.ts'
export type {
  RecordStore,
  Retention,
  SessionSummary,
  SessionUpdate,
  SessionView,
  Snapshot,
} from './record-store.ts'
export { jsonlStore } from './stores/jsonl-store.ts'
export { memoryStore } from './stores/memory-store.ts'
export { sqliteStore } from './stores/sqlite-store.ts'
