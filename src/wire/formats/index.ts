import { anthropicMessages } from './anthropic-messages.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { openrouter } from './openrouter.ts'

export { anthropicMessages, gemini, openaiChat, openaiResponses, openrouter }

export const wireFormats = [anthropicMessages, gemini, openaiChat, openaiResponses, openrouter] as const
