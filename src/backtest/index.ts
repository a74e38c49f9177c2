export { backtestSession, type BacktestOptions, type SessionBacktest } from './backtest-session.ts'
export { BacktestFold, type BacktestTotals, type FlippingClause, type MeanCompliance } from './backtest.ts'
export { actsAlike, speakersOf, type Doubt, type Flip } from './flip.ts'
export { judgeAgain, type JudgedAgain } from './judge-again.ts'
export { readRecordedLine } from './read-recorded-line.ts'
export {
  stepOf,
  wasRedacted,
  wasRefused,
  type RecordedSession,
  type RecordedStep,
} from './recorded-session.ts'
export { sessionsInLines } from './sessions-in-lines.ts'
export { sessionsInStore } from './sessions-in-store.ts'
