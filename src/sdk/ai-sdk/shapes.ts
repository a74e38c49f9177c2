/** The parts of the AI SDK's language model interface (v3) that are read here; everything else passes untouched. */
export interface AiPart {
  readonly type: string
}

export interface AiMessage {
  readonly role: string
  readonly content: string | readonly AiPart[]
}

export interface AiTool {
  readonly type: string
  readonly name: string
}

export interface AiCallOptions {
  readonly prompt: readonly AiMessage[]
  readonly tools?: readonly AiTool[]
  readonly toolChoice?: { readonly type: string }
  readonly maxOutputTokens?: number
  readonly responseFormat?: { readonly type: string }
}

export interface AiModel {
  readonly provider: string
  readonly modelId: string
}

export interface AiFinishReason {
  readonly unified: string
  readonly raw: string | undefined
}

export interface AiUsage {
  readonly inputTokens: {
    readonly total: number | undefined
    readonly cacheRead: number | undefined
    readonly cacheWrite: number | undefined
  }
  readonly outputTokens: { readonly total: number | undefined; readonly reasoning: number | undefined }
}

export interface AiResult {
  readonly content: readonly AiPart[]
  readonly finishReason: AiFinishReason
  readonly usage: AiUsage
  readonly response?: { readonly id?: string; readonly modelId?: string }
}

export interface AiStreamResult {
  readonly stream: ReadableStream<AiPart>
}

/** A part read as whatever it may hold; absent fields read as `undefined`. */
export type LoosePart = AiPart & {
  readonly id?: string
  readonly text?: string
  readonly delta?: string
  readonly toolCallId?: string
  readonly toolName?: string
  /** An object in a prompt, its JSON in a reply. */
  readonly input?: unknown
  readonly output?: { readonly type: string; readonly value?: unknown }
  readonly providerExecuted?: boolean
  readonly finishReason?: AiFinishReason
  readonly usage?: AiUsage
  readonly modelId?: string
  readonly error?: unknown
}
