import { anthropicMessages } from './anthropic-messages.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { openrouter } from './openrouter.ts'

export const wireFormats = [anthropicMessages, openaiChat, openaiResponses, openrouter] as const
