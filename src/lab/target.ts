import type { ChaosRun, Plane } from '../chaos/chaos-run.ts'
import type { CheckedCall } from '../contract/define-check.ts'
import type { JsonObject, Usage } from '../model/index.ts'

/** What is said before the prompt, for conversations of several turns. */
export interface EarlierTurn {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string
}

/** One question to the agent. */
export interface Question {
  readonly prompt: string
  readonly earlier?: readonly EarlierTurn[]
  /** How the HTTP request differs from the ordinary one; only the `http` target can apply it. */
  readonly variation?: JsonObject
  /** Names this invocation everywhere: gateway path, headers, ledger. */
  readonly invocation: string
  /** Which of the agent's copies answers; one question at a time in a lane. */
  readonly lane: number
  readonly chaos: ChaosRun
  readonly signal: AbortSignal
}

/** What the agent did with it. An agent that does not answer is an error, never a broken content rule. */
export type Answer =
  | {
      readonly kind: 'answered'
      readonly output: string
      readonly latencyMs: number
      /** Tool calls as far as this target or the wire can see them. */
      readonly calls: readonly CheckedCall[]
      readonly usage?: Usage
      readonly costUsd?: number
    }
  | {
      readonly kind: 'failed'
      readonly reason: 'unreachable' | 'timeout' | 'crashed' | 'bad-answer' | 'refused'
      readonly message: string
      readonly latencyMs: number
      /** Too many requests: the lab waits this long and asks again. */
      readonly retryAfterMs?: number
    }

/** An agent under test. */
export interface Target {
  /** How it is called in reports, such as `http http://localhost:8000/invoke`. */
  readonly name: string
  /** The planes on which a fault can reach it, the deepest first. */
  readonly planes: {
    readonly tool: readonly Plane[]
    readonly llm: readonly Plane[]
    readonly context: readonly Plane[]
  }
  /** How many questions it can take at once; lanes are numbered below it. */
  readonly mostLanes: number
  /** Starts what must run; throws a coded error that says what to do when it cannot. */
  open(): Promise<void>
  /** Puts the agent of a lane back to its first state; absent when no reset is configured. */
  reset?(lane: number): Promise<void>
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}
