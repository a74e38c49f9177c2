export { PII_GROUPS, redactionMarker, type IsPhoneNumber, type PiiGroup, type PiiMatch } from './groups.ts'
export {
  LONGEST_STREAM_MATCH_CHARS,
  compileCustomPattern,
  type CompiledPattern,
  type CustomPattern,
  type PatternProblem,
  type PatternProblemCode,
  type PatternResult,
} from './custom-pattern.ts'
export { createPiiScanner, type PiiScanner, type PiiScannerOptions } from './scanner.ts'
export type { PiiStream, PiiStreamStep, StreamMode } from './stream.ts'
