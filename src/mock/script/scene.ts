import type { JsonValue } from '../../model/index.ts'
import type { DecodedRequest, HistoryResult, Message } from '../../wire/index.ts'

/** What a turn may look at when it is about to be said. */
export interface Scene {
  readonly request: DecodedRequest
  /** The conversation, as the client named it or by its own beginning. */
  readonly conversation: string
  /** How many replies the conversation has seen before this one. */
  readonly turn: number
}

/** All results, oldest first. */
export function resultsOf({ messages }: DecodedRequest): readonly HistoryResult[] {
  return messages.flatMap(({ toolResults }) => toolResults)
}

/** The results that came back since the model last spoke. */
export function newestResults({ messages }: DecodedRequest): readonly HistoryResult[] {
  const lastReply = messages.findLastIndex(isReply)
  return messages.slice(lastReply + 1).flatMap(({ toolResults }) => toolResults)
}

export function isReply({ role, toolCalls }: Message): boolean {
  return role === 'assistant' || toolCalls.length > 0
}

export function contentText(content: JsonValue): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
