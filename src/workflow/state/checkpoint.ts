import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { TriggerKind } from '../model.ts'
import type { Cost } from '../run/meter.ts'
import type { TraceEntry } from '../run/outcome.ts'
import type { PolicyCheck } from '../policy/policy.ts'

/** A run at rest: everything needed to go on in another process. */
export interface Checkpoint {
  readonly run_id: string
  readonly workflow: string
  readonly workflow_hash: string
  readonly start_node: string
  readonly trigger_kind: TriggerKind
  readonly trigger_input: JsonValue
  readonly node_outputs: JsonObject
  readonly paused_at: string | null
  /** Null when nothing is left to do. */
  readonly resume_node: string | null
  readonly reason: string | null
  readonly awaiting_approval: boolean
  /** A node with effects that was begun; nobody knows whether it came to its end. */
  readonly in_flight: string | null
  readonly loop_turns: readonly number[]
  readonly steps: number
  readonly seed: string
  readonly cost: Cost
  readonly trace: readonly TraceEntry[]
  readonly policy_checks: readonly PolicyCheck[]
  readonly reply: { readonly status: number; readonly contentType: string; readonly body: string } | null
}

export interface Checkpointer {
  /** Saved before and after every node with effects, not only at a pause. */
  readonly isEachNode: boolean
  save(checkpoint: Checkpoint): Promise<void>
  /** The run is over. */
  discard(runId: string): Promise<void>
}
