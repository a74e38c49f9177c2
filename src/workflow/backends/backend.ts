/** One entry of the conversation with a model. */
export interface BackendMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface BackendRequest {
  readonly messages: readonly BackendMessage[]
  readonly maxTokens?: number
  readonly nodeId: string
  /** Which call of the run it is, such as `fan[2]/classify`; the same on every run. */
  readonly address: string
}

export interface BackendReply {
  readonly content: string
  readonly promptTokens: number
  readonly completionTokens: number
  /** Whose price list counts. */
  readonly provider?: string
  readonly model?: string
  /** What the provider itself says it charged. */
  readonly costUsd?: number
}

/** Something that answers for a model. An answer that is not a promise keeps the walk in its loop. */
export interface Backend {
  /** What answers, for reports: `openai:gpt-5-mini`. */
  readonly label: string
  /** Its answers depend on which call comes first, so a run keeps its calls in order. */
  readonly isOrdered?: boolean
  ask(request: BackendRequest, signal: () => AbortSignal): BackendReply | Promise<BackendReply>
}

/** Backends by the names a workflow calls them. */
export type Backends = Readonly<Record<string, Backend>>
