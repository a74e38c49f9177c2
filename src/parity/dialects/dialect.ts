import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { WireFormat } from '../../wire/index.ts'

/** What an agent remembers of a conversation, in no provider's words. */
export type Entry =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly EntryCall[] }
  | { readonly role: 'results'; readonly results: readonly EntryResult[] }

export interface EntryCall {
  readonly callId: string
  readonly tool: string
  readonly args: JsonObject
}

export interface EntryResult {
  readonly callId: string
  readonly tool: string
  readonly failed: boolean
  readonly content: JsonValue
}

/** How a client writes its requests in one provider's format. */
export interface Dialect {
  readonly format: WireFormat
  /** The first segment of the gateway's and the mock model's paths. */
  readonly provider: 'anthropic' | 'openai' | 'gemini'
  path(model: string, stream: boolean): string
  body(model: string, entries: readonly Entry[], tools: readonly string[], stream: boolean): JsonObject
}

export const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }

export function textOf(content: JsonValue): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
