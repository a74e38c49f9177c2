export {
  createGuard,
  type EventInput,
  type Guard,
  type GuardOptions,
  type Judged,
  type RecordSink,
} from './guard.ts'
