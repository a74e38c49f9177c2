import type { JsonValue } from '../../model/index.ts'
import type { RunStatus } from './outcome.ts'
import type { ErrorClass } from '../node-error.ts'

export interface ChildRequest {
  /** As the node names it. */
  readonly path: string
  readonly input: JsonValue
  readonly start?: string
  /** Which of several children: `[2]`. */
  readonly index?: number
  /** Resolves when the child before it is done, for calls that must keep their order. */
  readonly after?: Promise<unknown>
}

export interface ChildOutcome {
  readonly status: RunStatus
  readonly value: JsonValue
  /** What went wrong, where something did. */
  readonly reason: string
  readonly errorClass?: ErrorClass
}
