/** What programs build on: reading contracts, judging events, folding numbers. */
export {
  compileContract,
  loadContract,
  messageOf,
  remedyOf,
  TEMPLATES,
  vocabulary,
  type Clause,
  type CompiledContract,
  type CompileOptions,
  type Contract,
  type LoadOptions,
  type LoadResult,
  type Vocabulary,
} from './contract/index.ts'
export {
  evaluate,
  openSession,
  plan,
  restoreSession,
  snapshotOf,
  type Session,
  type Snapshot,
} from './engine/index.ts'
export { createGuard, type EventInput, type Guard, type GuardOptions, type Judged } from './guard/index.ts'
export { HoldfastError, type ErrorCode } from './kit/errors.ts'
export { addRecord, finish, finishSessions, startSession, type SessionNumbers } from './metrics/index.ts'
export type * from './model/index.ts'
