import type { SafeRegex } from '../kit/safe-regex.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import type { Policy, RunStatus, TriggerKind } from '../workflow/index.ts'

export const SAMPLINGS = ['seeded', 'random', 'exhaustive', 'pairwise'] as const
/**
 * How trials choose among the variants of turns: `seeded` as existing suites do, `random` by independent draws,
 * `exhaustive` every combination once, `pairwise` as few as cover every pair.
 */
export type Sampling = (typeof SAMPLINGS)[number]

/** One possible answer of the model. */
export interface Variant {
  readonly content: string
  readonly promptTokens: number
  readonly completionTokens: number
  /** What it is for people: the name of an attack, say. */
  readonly name?: string
}

/** What one successive call of the model is answered with. */
export type Turn = readonly Variant[]

/** How the run is set off; the last three go through the triggers of the workflow, not past them. */
export interface TriggerPlan {
  readonly kind: TriggerKind | 'cron' | 'interval' | 'fs_watch'
  /** The first one declared when absent. */
  readonly start?: string
  readonly payload: JsonValue
  /** Sent to a route of the workflow, which is really served. */
  readonly request?: RequestPlan
  /** For `fs_watch`: the file that is written. */
  readonly touch?: { readonly path: string; readonly content: string }
}

export interface RequestPlan {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const INTEL_FAULTS = [
  'error',
  'latency',
  'hang',
  'rate_limit',
  'server_error',
  'truncate',
  'cut_body',
  'malformed_frame',
  'empty',
] as const

/** Something that happens to a call of the model. */
export interface IntelFault {
  readonly kind: (typeof INTEL_FAULTS)[number]
  /** From 1; every call when absent. */
  readonly call?: number
  readonly delayMs: number
  readonly retryAfterSecs: number
  readonly keepChars: number
}

export const NODE_FAULTS = ['error', 'latency', 'hang', 'replace'] as const

/** Something that happens in place of a node, or before it. */
export interface NodeFaultPlan {
  readonly kind: (typeof NODE_FAULTS)[number]
  readonly node: string
  /** The first visits it happens on; every one when absent. */
  readonly times?: number
  /** The first attempts of a visit it happens on; every one when absent. */
  readonly attempts?: number
  readonly message: string
  readonly delayMs: number
  readonly output: JsonValue
  readonly branch?: string
}

export interface FaultPlan {
  readonly intel: readonly IntelFault[]
  readonly nodes: readonly NodeFaultPlan[]
  /** The process is gone before this node; the run goes on from what is on disk. */
  readonly crashBefore?: string
}

export interface ListenerReply {
  /** The exact path, or `*`. */
  readonly path: string
  readonly method?: string
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly delayMs: number
  readonly hang: boolean
  /** How often it is given before the next one that fits; always when absent. */
  readonly times?: number
}

export interface ListenerPlan {
  readonly name: string
  readonly replies: readonly ListenerReply[]
}

/** A folder of its own and servers of its own, made anew for every trial. */
export interface WorldPlan {
  readonly folders: readonly string[]
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
  readonly hardLinks: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly listeners: readonly ListenerPlan[]
}

export interface TextCheck {
  readonly equals?: string
  readonly contains: readonly string[]
  readonly notContains: readonly string[]
  readonly matches?: SafeRegex
  readonly notMatches?: SafeRegex
}

export interface OutputCheck extends TextCheck {
  /** `node.key`, as in a workflow. */
  readonly path: string
  readonly value?: JsonValue
  readonly schema?: object
  readonly absent: boolean
}

export interface FileCheck extends TextCheck {
  readonly path: string
  readonly absent: boolean
}

export interface RequestCheck {
  readonly to?: string
  readonly method?: string
  readonly path?: string
  readonly bodyContains?: string
  /** At least one when absent; 0 for a request that must not be made. */
  readonly times?: number
}

export interface PromptCheck extends TextCheck {
  /** From 1; any of them when absent. */
  readonly call?: number
}

export interface ReplyCheck extends TextCheck {
  readonly status?: number
  readonly contentType?: string
}

export interface DenialCheck {
  readonly tool?: string
  readonly family?: string
  readonly code?: string
  readonly resourceContains?: string
}

/** What a trial must show; what is absent is not looked at. */
export interface Expected {
  readonly status?: RunStatus
  readonly lastNode?: string
  readonly reasonContains?: string
  readonly path: readonly string[]
  readonly pathExact: boolean
  readonly visited: readonly string[]
  readonly notVisited: readonly string[]
  readonly maxLlmCalls?: number
  readonly maxTotalTokens?: number
  readonly maxNodeExecutions?: number
  readonly maxElapsedMs?: number
  readonly retries?: number
  readonly minPolicyDenials?: number
  readonly maxPolicyDenials?: number
  readonly policyDenials?: number
  readonly denials: readonly DenialCheck[]
  readonly deadEnd?: boolean
  readonly allTurnsUsed?: boolean
  readonly finalValue?: JsonValue
  readonly outputs: readonly OutputCheck[]
  readonly files: readonly FileCheck[]
  /** Everything in the folder of the trial that is not as it was: exactly this. */
  readonly writes?: readonly string[]
  /** How long after the run its effects are looked at. */
  readonly settleMs: number
  readonly requests: readonly RequestCheck[]
  /** Listeners nobody may even have connected to. */
  readonly noRequestsTo: readonly string[]
  readonly prompts: readonly PromptCheck[]
  readonly reply?: ReplyCheck
  readonly answer?: TextCheck
  /** Nothing at all is expected, so every trial passes. */
  readonly isEmpty: boolean
}

export type SubjectPlan =
  | { readonly kind: 'workflow'; readonly file: string; readonly text: string; readonly isInline: boolean }
  | { readonly kind: 'agent'; readonly config: JsonObject; readonly prompt: string }

/** One file of the corpus: what is run, what answers, what goes wrong, and what must come of it. */
export interface Scenario {
  readonly name: string
  readonly description?: string
  readonly file: string
  readonly capabilities: readonly string[]
  /** As written; how many are really run follows from `sampling`. */
  readonly trials: number
  readonly sampling: Sampling
  readonly seed: string
  readonly minPassRate?: number
  readonly timeoutMs: number
  readonly subject: SubjectPlan
  readonly trigger: TriggerPlan
  readonly turns: readonly Turn[]
  /** Goes before the workflow's own. */
  readonly policy?: Policy
  readonly faults: FaultPlan
  readonly world?: WorldPlan
  /** A paused run is gone on with. */
  readonly resume?: { readonly approve: boolean; readonly repeatInFlight: boolean }
  readonly expected: Expected
}
