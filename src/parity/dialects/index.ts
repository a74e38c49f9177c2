import { anthropicMessages } from './anthropic-messages.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

export const DIALECTS: readonly Dialect[] = [openaiChat, openaiResponses, anthropicMessages, gemini]
