export { betaQuantile, betaUpperQuantile } from './beta-quantile.ts'
export { clopperPearson, exactLowerBound, exactUpperBound } from './clopper-pearson.ts'
export { compareProportions, twoProportionTest, type Comparison } from './compare-proportions.ts'
export { turnCompliance, type Compliance, type TurnCompliance } from './compliance.ts'
export { frechetBound, pipelineBounds, type PipelineBounds } from './composition.ts'
export { DEFAULT_METRICS_CONFIG, type MetricsConfig, type SatisfactionParameters } from './config.ts'
export type { Cost, TokenTotals } from './cost.ts'
export type { Drift, DriftLevel, DriftPoint } from './drift.ts'
export { fisherExact } from './fisher-exact.ts'
export { foldSession, foldSessions, type SessionCurve } from './fold-sessions.ts'
export { hoeffdingTrials } from './hoeffding.ts'
export { holm } from './holm.ts'
export type { JudgeNumbers } from './judges.ts'
export { mantelHaenszel, type Stratum } from './mantel-haenszel.ts'
export { NO_MOMENTS, addValue, meanOf, varianceOf, type Moments } from './moments.ts'
export { newcombe } from './newcombe.ts'
export { noiseFloor } from './noise-floor.ts'
export { normalUpperQuantile, normalUpperTail, zOfConfidence } from './normal.ts'
export { passHatK, strictPassHatK } from './pass-hat-k.ts'
export { shareOf, type Interval, type Proportion } from './proportion.ts'
export { quantile } from './quantile.ts'
export type { Recovery } from './recovery.ts'
export {
  reliability,
  type Reliability,
  type ReliabilityInputs,
  type ReliabilityTerms,
} from './reliability.ts'
export type {
  Condition,
  ConditionOutcome,
  Conclusion,
  ReasonCode,
  Recoveries,
  SatisfactionVerdict,
} from './satisfaction.ts'
export type { SessionSatisfaction } from './session-satisfaction.ts'
export {
  addRecord,
  finish,
  startSession,
  type SessionNumbers,
  type SessionState,
  type TurnNumbers,
} from './session.ts'
export {
  NO_SESSIONS,
  addSession,
  finishSessions,
  type SessionsSatisfaction,
  type SessionsSatisfactionState,
} from './sessions-satisfaction.ts'
export { expectedSprtTrials, expectedTrialsToAccept } from './sprt-duration.ts'
export {
  sprtBounds,
  startSprt,
  updateSprt,
  type Sprt,
  type SprtDecision,
  type SprtParameters,
} from './sprt.ts'
export { trialsNeeded } from './trials-needed.ts'
export type { VerdictNumbers } from './verdicts.ts'
export type { ClauseViolations, Violations } from './violations.ts'
export { wilson } from './wilson.ts'
