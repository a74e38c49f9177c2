import type { JsonObject, JsonValue } from './json.ts'

/** The version written in front of every event file; a reader refuses what it does not know. */
export const EVENT_FORMAT = 'holdfast.event/1'

/** Where an event was seen. */
export type Surface = 'proxy' | 'sdk' | 'hook' | 'mcp' | 'lab' | 'workflow' | 'check'

interface EventBase {
  readonly sessionId: string
  /** Position in the session, from 0, without gaps. */
  readonly seq: number
  readonly atMs: number
  readonly turn?: number
  readonly surface?: Surface
}

/** Which kinds of chaos are switched on in this session; absent in production. */
export interface ActiveChaos {
  readonly tool: boolean
  readonly llm: boolean
  readonly context: boolean
}

export interface SessionStart extends EventBase {
  readonly kind: 'session-start'
  readonly agent?: string
  readonly model?: string
  readonly workdir?: string
  /** Scopes active from now on, such as `skill:seo`; a later `session-start` replaces them. */
  readonly scopes?: readonly string[]
  readonly chaos?: ActiveChaos
}

export interface TurnStart extends EventBase {
  readonly kind: 'turn-start'
  readonly input?: string
}

/** Tokens of one request; `exact` is false for an estimate. */
export interface TokenCount {
  readonly input: number
  readonly exact: boolean
}

/** A request on its way to a model; nothing has been sent yet, so it can still be stopped. */
export interface ModelRequest extends EventBase {
  readonly kind: 'model-request'
  readonly provider: string
  readonly model: string
  readonly tokens: TokenCount
  /** Ties a `model-response` to its request when several are in flight. */
  readonly requestId?: string
  /** The most the provider may bill for output, when the client set a limit. */
  readonly maxOutputTokens?: number
  readonly tools?: readonly string[]
  readonly system?: string
}

/** Tokens as billed; `input` includes cached tokens, `output` includes reasoning. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

/** A reply that has not reached the client yet. Its tool calls follow as events of their own. */
export interface ModelResponse extends EventBase {
  readonly kind: 'model-response'
  readonly text: string
  readonly usage?: Usage
  readonly provider?: string
  readonly model?: string
  readonly requestId?: string
  readonly costUsd?: number
  readonly latencyMs?: number
  readonly stopReason?: string
  /** The reply reached the client piece by piece. */
  readonly streamed?: boolean
}

/** A call the model proposed; nothing has run yet, so it can still be stopped. */
export interface ToolCall extends EventBase {
  readonly kind: 'tool-call'
  readonly callId: string
  readonly tool: string
  readonly args: JsonObject
  /** Run by the provider and not by the client: seen only after the fact. */
  readonly hosted?: boolean
}

export interface ToolResult extends EventBase {
  readonly kind: 'tool-result'
  readonly callId: string
  readonly tool: string
  readonly ok: boolean
  readonly content: JsonValue
  readonly latencyMs?: number
}

/** Values declared by the agent, the SDK or an extractor; keys are flat, such as `output.tone_score`. */
export interface StateDeclared extends EventBase {
  readonly kind: 'state'
  readonly fields: JsonObject
}

export interface Mark extends EventBase {
  readonly kind: 'mark'
  readonly marker: string
}

export interface TurnEnd extends EventBase {
  readonly kind: 'turn-end'
  readonly output?: string
}

export interface SessionEnd extends EventBase {
  readonly kind: 'session-end'
}

/** One line of the ledger of what chaos really did. */
export interface FaultFired extends EventBase {
  readonly kind: 'fault'
  readonly faultId: string
  readonly fault: string
  readonly target: string
  readonly cell?: string
  readonly callId?: string
}

/** What a judge answered about a turn; recorded as an event so that a replay needs no judge. */
export interface JudgeVerdict extends EventBase {
  readonly kind: 'judge-verdict'
  readonly clauseId: string
  readonly verdict: 'pass' | 'fail' | 'skip'
  readonly judge?: string
  readonly reason?: string
  readonly costUsd?: number
}

export type AgentEvent =
  | SessionStart
  | TurnStart
  | ModelRequest
  | ModelResponse
  | ToolCall
  | ToolResult
  | StateDeclared
  | Mark
  | TurnEnd
  | SessionEnd
  | FaultFired
  | JudgeVerdict

export type EventKind = AgentEvent['kind']

export type EventOf<Kind extends EventKind> = Extract<AgentEvent, { readonly kind: Kind }>

/** Every kind once; a kind that is missing here does not compile. */
export const EVENT_KINDS = Object.keys({
  'session-start': true,
  'turn-start': true,
  'model-request': true,
  'model-response': true,
  'tool-call': true,
  'tool-result': true,
  state: true,
  mark: true,
  'turn-end': true,
  'session-end': true,
  fault: true,
  'judge-verdict': true,
} satisfies Record<EventKind, true>) as readonly EventKind[]
