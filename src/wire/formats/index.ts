import { anthropicMessages } from './anthropic-messages.ts'
import { openaiChat } from './openai-chat.ts'
import { openrouter } from './openrouter.ts'

export const wireFormats = [anthropicMessages, openaiChat, openrouter] as const
