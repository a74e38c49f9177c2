import type { JsonObject, JsonValue } from '../model/index.ts'

/** A tool the request offers to the model; a hosted one is run by the provider. */
export interface OfferedTool {
  readonly name: string
  readonly hosted: boolean
  readonly definition: JsonObject
}

/** A call as it comes back in the history: it has been judged when the model proposed it. */
export interface HistoryCall {
  readonly callId: string
  readonly tool: string
  readonly args: JsonObject
  readonly malformedArgs?: string
}

export interface HistoryResult {
  readonly callId: string
  readonly tool: string
  readonly ok: boolean
  readonly content: JsonValue
}

/** One entry of the conversation; its position is the position of the entry in the provider's own list. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other'
  readonly text: string
  readonly toolCalls: readonly HistoryCall[]
  readonly toolResults: readonly HistoryResult[]
}

/** What may tell one conversation from another, from the most to the least telling. */
export interface SessionHints {
  readonly conversationId?: string | undefined
  readonly previousResponseId?: string | undefined
  readonly userId?: string | undefined
  /** The same for every request of a conversation that starts with this system prompt and this user message. */
  readonly prefixHash: string
}

export interface DecodedRequest {
  readonly model?: string
  readonly stream: boolean
  readonly maxOutputTokens?: number
  /** The system prompt, wherever the format keeps it. */
  readonly system: string
  readonly tools: readonly OfferedTool[]
  /** The model must call a tool, so a denied call cannot be replaced by a message. */
  readonly toolForced: boolean
  /** The client parses the reply by a schema, so a denial must be a typed refusal. */
  readonly structuredOutput: boolean
  readonly messages: readonly Message[]
  readonly lastUserText: string
  /** False while the newest messages are tool results: the same turn goes on. */
  readonly freshUserTurn: boolean
  /** The client itself asked for usage in the stream. */
  readonly usageRequested: boolean
  readonly session: SessionHints
}

/** A call that was withheld from the client although the provider remembers it. */
export interface WithheldCall {
  readonly callId: string
  readonly native: string
}

/** Messages are named by their position in the decoded request. */
export type RequestEdit =
  | { readonly kind: 'keep-tools'; readonly keep: (tool: OfferedTool) => boolean }
  | { readonly kind: 'add-guidance'; readonly text: string }
  | { readonly kind: 'elide-results'; readonly message: number; readonly placeholder: string }
  | { readonly kind: 'drop-messages'; readonly messages: readonly number[] }
  | { readonly kind: 'report-usage' }
  | { readonly kind: 'answer-withheld'; readonly calls: readonly WithheldCall[]; readonly message: string }

export interface EditedBody {
  readonly body: JsonValue
  /** False: forward the original bytes. */
  readonly changed: boolean
}
