export {
  CI_FORMAT,
  PHASES,
  type CiReason,
  type CiResult,
  type Phase,
  type PhaseName,
  type ShrunkReplay,
} from './ci-result.ts'
export { runReplay, runReplays, type ReplayCase } from './replay-phase.ts'
export { replayFileName, runCi, type CiOptions } from './run-ci.ts'
export { shrinkCell, type FailedCell, type ShrunkCell } from './shrink-cell.ts'
