import { anthropicMessages } from './anthropic-messages.ts'

export const wireFormats = [anthropicMessages] as const
