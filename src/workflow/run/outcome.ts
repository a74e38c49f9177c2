import type { JsonValue } from '../../model/index.ts'
import type { ErrorClass } from '../node-error.ts'
import type { PolicyCheck } from '../policy/policy.ts'
import type { Cost } from './meter.ts'

export type RunStatus = 'completed' | 'failed' | 'timed_out' | 'paused' | 'errored'

export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** One visit of one node. */
export interface TraceEntry {
  readonly nodeId: string
  readonly type: string
  readonly outcome: 'continue' | 'terminate' | 'fail' | 'pause' | 'error' | 'timeout'
  readonly branch: string | null
  readonly output: JsonValue
  readonly elapsedMs: number
  /** More than 1 when it was tried again. */
  readonly attempts: number
  readonly error?: string
  /** The traces of the sub-workflows it ran, in order. */
  readonly children?: readonly ChildTrace[]
}

export interface ChildTrace {
  readonly workflow: string
  readonly address: string
  readonly status: RunStatus
  readonly trace: readonly TraceEntry[]
}

/** A run that stopped because no edge fits: the end of a small graph, or a branch nobody wired. */
export interface DeadEnd {
  readonly node: string
  readonly branch: string | null
  /** The node had out-edges, and none of them fits. */
  readonly isUnrouted: boolean
  /** The branch says that the node did not do its work. */
  readonly isFailure: boolean
}

/** How a run ended; what it did on the way is there whatever the status. */
export interface RunResult {
  readonly status: RunStatus
  readonly workflow: string
  readonly startNode: string
  readonly runId: string
  readonly lastNode: string | null
  readonly finalValue: JsonValue
  /** Of a failed run, or of the pause. */
  readonly reason?: string
  readonly error?: { readonly class: ErrorClass; readonly message: string }
  readonly deadEnd?: DeadEnd
  readonly reply?: HttpReply
  readonly elapsedMs: number
  readonly cost: Cost
  readonly trace: readonly TraceEntry[]
  /** Every question put to the policy, in the order in which one run after the other would ask. */
  readonly policyChecks: readonly PolicyCheck[]
  readonly denials: readonly PolicyCheck[]
}

/** The ids of the nodes visited, in order. */
export function pathOf(result: RunResult): readonly string[] {
  return result.trace.map(({ nodeId }) => nodeId)
}
