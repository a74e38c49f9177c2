export {
  AgentTimeout,
  type AgentAnswer,
  type AgentContext,
  type Agents,
  type CheckAgent,
  type ConformanceAgent,
  type OpenAgent,
} from './agent.ts'
export { CAPABILITIES, CAPABILITY_GROUPS, isCapability, type Capability } from './capabilities.ts'
export { readBaseline, type Baseline } from './measure/drift.ts'
export type { ForecastOptions } from './measure/forecast.ts'
export type {
  CoverageReport,
  DriftReport,
  DriftRow,
  FailingTrialReport,
  ForecastReport,
  GateReport,
  ScenarioReport,
  SuiteReport,
  SummaryReport,
} from './measure/report-shape.ts'
export { suiteReport, type ReportOptions } from './measure/suite-report.ts'
export type { Expected, Sampling, Scenario } from './model.ts'
export type { Placeholders } from './placeholders.ts'
export { findScenarioFiles } from './read/find-scenarios.ts'
export { loadScenario, type LoadedScenario, type LoadScenarioOptions } from './read/load-scenario.ts'
export { readFromDisk } from './read/read-from-disk.ts'
export { scenarioShape } from './read/scenario-shape.ts'
export { githubReport } from './report/github.ts'
export { jsonReport } from './report/json.ts'
export { junitReport } from './report/junit.ts'
export { markdownReport } from './report/markdown.ts'
export { textReport, type Dress } from './report/text.ts'
export { DEFAULT_JOBS, runSuite, type SuiteEntry, type SuiteOptions, type SuiteResult } from './run-suite.ts'
export { pairwise } from './sampling/pairwise.ts'
export { planTrials, type TrialPlan } from './sampling/plan-trials.ts'
export type { Observation } from './trial/observation.ts'
