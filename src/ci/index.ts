export {
  CI_FORMAT,
  PHASES,
  type CiReason,
  type CiResult,
  type Phase,
  type PhaseName,
  type ShrunkReplay,
} from './ci-result.ts'
export {
  promisesOf,
  RUN_INVARIANTS,
  runInvariantsOf,
  runReplay,
  runReplays,
  type Promises,
  type ReplayCase,
} from './replay-phase.ts'
export { replayName, runCi, type CiOptions } from './run-ci.ts'
export { shrinkCell, type FailedCell, type ShrunkCell } from './shrink-cell.ts'
