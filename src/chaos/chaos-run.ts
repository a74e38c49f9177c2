import type { FaultFired, JsonValue } from '../model/index.ts'
import type { ModelAction } from './model-action.ts'

/** Where a fault is injected; `boundary` is around the whole agent, for black boxes only. */
export const PLANES = ['tool', 'wire', 'boundary'] as const

export type Plane = (typeof PLANES)[number]

/** One line of the ledger before it has a session and a time. */
export type LedgerEntry = Pick<FaultFired, 'faultId' | 'fault' | 'target' | 'callId'> & {
  readonly plane: Plane
}

/** A tool call as a plane sees it; the same `callId` gets the same action however often it is told. */
export interface ToolCallSeen {
  readonly callId: string
  readonly tool: string
  readonly url?: string
}

/** What a plane does about one tool call, in its own medium. */
export type ToolAction =
  /** Runs for real, after a delay of 0 or more. */
  | { readonly kind: 'run'; readonly delayMs: number }
  /** Never answers; whoever waits is told of a time-out after `afterMs`. */
  | { readonly kind: 'time-out'; readonly afterMs: number; readonly delayMs: number }
  | { readonly kind: 'fail'; readonly status: number; readonly message: string; readonly delayMs: number }
  /** Answers with this text in place of the tool. */
  | {
      readonly kind: 'answer'
      readonly text: string
      /** The text is broken on purpose and must arrive as it is. */
      readonly isBroken?: boolean
      readonly delayMs: number
    }

/**
 * The chaos of one invocation of the agent. All draws come from streams labelled by scenario, prompt, trial,
 * fault and call, so that nothing depends on what else runs at the same time.
 */
export interface ChaosRun {
  /** Before the tool runs, or on the wire plane when its result is reported back. */
  toolCall(plane: Plane, call: ToolCallSeen): ToolAction
  /** What the agent or the model sees in place of a tool's real result: context attacks that arrive in results. */
  toolResult(plane: Plane, call: ToolCallSeen, content: JsonValue): JsonValue
  /** Before the model is asked; every attempt counts, retries too. */
  modelCall(plane: Plane): ModelAction
  /** What the agent is asked in place of the prompt: attacks on memory and context. */
  input(plane: Plane, prompt: string): string
  /** False when no attack of this run arrives in results, so that nobody needs to hold a result back. */
  readonly touchesResults?: (plane: Plane) => boolean
  /** What really fired, in the order of firing. */
  readonly ledger: readonly LedgerEntry[]
}
