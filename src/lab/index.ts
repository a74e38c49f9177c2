export type { AgentConfig, AgentType } from './config/agent-shape.ts'
export type { AgentTool } from './config/agent-tools-shape.ts'
export { configSchema } from './config/config-document.ts'
export type { LabConfig } from './config/config.ts'
export { loadConfig, type LoadConfigOptions, type LoadConfigResult } from './config/load-config.ts'
export type { Needs } from './config/needs.ts'
export {
  runContract,
  runGolden,
  type GoldenOptions,
  type LabOptions,
  type LabRun,
  type LabWorld,
} from './lab.ts'
export { NO_JOURNAL, type Journal, type JournalLine } from './journal.ts'
export { planCells, plannedScenario, type PlannedScenario } from './matrix/plan-cells.ts'
export { runMatrix, type MatrixOutcome } from './matrix/run-matrix.ts'
export type { MatrixOptions, Progress } from './matrix/options.ts'
export { realClock, type Clock } from './pace.ts'
export { planScenarios } from './plan-scenarios.ts'
export { RUNS_FOLDER } from './run-folder.ts'
export {
  OUTCOMES,
  RUN_FORMAT,
  RUN_KINDS,
  type CellFailure,
  type LedgerLine,
  type Outcome,
  type RunCell,
  type RunFault,
  type RunGate,
  type RunInvariant,
  type RunKind,
  type RunReason,
  type RunResult,
  type RunScenario,
  type RunTiming,
  type RunVerdict,
  type RunWarning,
} from './run-result.ts'
export type { Answer, EarlierTurn, Question, Target } from './target.ts'
export { openTarget, type TargetWorld } from './targets/open-target.ts'
