import type { JsonValue } from '../../model/index.ts'
import type { HttpReply, PolicyCheck, RunStatus, TraceEntry } from '../../workflow/index.ts'
import type { SeenRequest } from './listener.ts'

export interface TrialCost {
  readonly llmCalls: number
  readonly llmTokens: number
  readonly nodeExecutions: number
  readonly policyDenials: number
  /** Of calls whose price is known. */
  readonly costUsd: number
}

export const NO_COST: TrialCost = {
  llmCalls: 0,
  llmTokens: 0,
  nodeExecutions: 0,
  policyDenials: 0,
  costUsd: 0,
}

/** All that a trial did, as its expectations see it. */
export interface Observation {
  readonly status: RunStatus
  readonly lastNode: string | null
  /** Of a failed or paused run, or the words of the error. */
  readonly reason?: string
  readonly errorClass?: string
  readonly path: readonly string[]
  readonly finalValue: JsonValue
  readonly deadEnd: boolean
  readonly isUnrouted: boolean
  readonly trace: readonly TraceEntry[]
  readonly policyChecks: readonly PolicyCheck[]
  readonly denials: readonly PolicyCheck[]
  readonly retries: number
  readonly reply?: HttpReply
  readonly answer?: string
  readonly cost: TrialCost
  /** False when nobody counted what was used, so that nothing can be said about it. */
  readonly isMetered: boolean
  readonly elapsedMs: number
  readonly prompts: readonly string[]
  readonly unusedTurns: number
  readonly faultsFired: readonly string[]
  readonly replacedNodes: ReadonlySet<string>
  readonly requests: readonly SeenRequest[]
  /** By listener. */
  readonly connections: ReadonlyMap<string, number>
  /** Only where somebody asks. */
  readonly changes?: readonly string[]
  readonly files: ReadonlyMap<string, string | undefined>
  readonly triggeredBy: string
}

/** What the run itself shows; what it left behind is looked at afterwards. */
export type Ran = Omit<Observation, 'requests' | 'connections' | 'changes' | 'files' | 'elapsedMs'>
