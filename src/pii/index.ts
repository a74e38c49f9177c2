/**
 * Personal data and secrets in text: six groups and custom patterns, found in linear time, in whole texts and
 * in streams.
 *
 * Which value counts: the leftmost; at the same place a built-in group before custom patterns, these in their
 * order. What a value overlaps is cut down to the part behind it, so that every character seen stays covered.
 *
 * Streams: what is released and found depends on the text alone, never on its chunks. For the built-in groups
 * it is exactly what a scan of the whole text gives, for values of any length: a long one (a token, a private
 * key) is certain after a bounded stretch, its marker goes out then, and the rest is swallowed as it comes. A
 * match of a custom pattern has at most `LONGEST_STREAM_MATCH_CHARS` characters in a stream; one that could have
 * gone on there is taken to reach to the next blank. No more than `holdBackChars` (at most 256) are ever withheld,
 * and of plain prose only the word that is being written.
 */
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
