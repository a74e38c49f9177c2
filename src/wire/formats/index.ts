import { anthropicMessages } from './anthropic-messages.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { openrouter } from './openrouter.ts'

export const wireFormats = [anthropicMessages, gemini, openaiChat, openaiResponses, openrouter] as const
