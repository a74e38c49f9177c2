import type { JsonObject } from '../model/json.ts'

export interface ConversationCall {
  readonly id: string
  readonly tool: string
  readonly args: JsonObject
}

export interface ConversationResult {
  /** The call this answers. */
  readonly callId: string
  readonly text: string
}

/**
 * One message of a request, whatever the provider calls its parts. `tool` is a message that only carries
 * results; a `user` message may carry results beside the user's own words.
 */
export interface ConversationMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly toolCalls?: readonly ConversationCall[]
  readonly toolResults?: readonly ConversationResult[]
}

export type CountTokens = (text: string) => number

/** What providers add around a message and around a call or a result. */
const FRAME_TOKENS = 4

export function messageTokens(message: ConversationMessage, count: CountTokens): number {
  let tokens = FRAME_TOKENS + count(message.text)
  for (const call of message.toolCalls ?? []) tokens += callTokens(call, count)
  for (const { text } of message.toolResults ?? []) tokens += FRAME_TOKENS + count(text)
  return tokens
}

function callTokens({ tool, args }: ConversationCall, count: CountTokens): number {
  return FRAME_TOKENS + count(tool) + count(JSON.stringify(args))
}

export function conversationTokens(messages: readonly ConversationMessage[], count: CountTokens): number {
  return messages.reduce((sum, message) => sum + messageTokens(message, count), 0)
}
