import type { ChaosPlan } from '../chaos/index.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'

/** What a tool said when the incident happened. */
export interface RecordedResponse {
  readonly tool: string
  /** Absent when nothing came back. */
  readonly response?: JsonValue
  /** As HTTP counts; 400 and above, and 0, are failures. */
  readonly status?: number
  readonly latencyMs?: number
}

/** A recorded incident that can be asked again. */
export interface ReplaySession {
  readonly id: string
  readonly name: string
  /** Where it comes from, such as `manual`, `proxy`, `otel`, `langsmith`, `messages` or `cell`. */
  readonly source: string
  readonly capturedAt?: string
  readonly input: string
  /** Earlier messages (`role` and `content`), and other things the agent knew. */
  readonly context: readonly JsonObject[]
  readonly toolResponses: readonly RecordedResponse[]
  readonly expectedFailure?: string
  /** A contract's name or its file. */
  readonly contract?: string
  /** The faults of a failed cell, to be injected again. */
  readonly chaos?: ChaosPlan
  /** What the draws of those faults depend on. */
  readonly draw?: { readonly seed: number | string; readonly scenario: string; readonly trial: number }
  /** Only these promises are judged; all of them when absent. */
  readonly invariants?: readonly string[]
}
