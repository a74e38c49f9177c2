import type { Decision } from './decision.ts'
import type { Effect, Mode } from './effect.ts'
import type { AgentEvent } from './event.ts'

/** The version in front of every stored record. */
export const RECORD_FORMAT = 'holdfast.record/1'

/** What happened, what was decided and what was done: the only source of numbers. */
export interface SessionRecord {
  readonly event: AgentEvent
  readonly decision: Decision
  readonly effect: Effect
  readonly mode: Mode
  /** The contract that judged, by name and content. */
  readonly contract: { readonly name: string; readonly version: string; readonly hash: string }
  /** Seen again in a later request's history: counted in state, never judged a second time. */
  readonly folded?: true
}
