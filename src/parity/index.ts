/** One conversation judged on every surface, and whether they agree. */
export {
  compare,
  SURFACES,
  type CompareOptions,
  type Comparison,
  type Disagreement,
  type Standing,
  type SurfaceName,
} from './compare.ts'
export {
  PARTIAL_SURFACES,
  UNSEEN,
  readTranscript,
  type ReadTranscript,
  type Transcript,
} from './transcript.ts'
export type { Seat } from './seat.ts'
export type { HookPlace, SendToHook } from './seats/hook-seat.ts'
