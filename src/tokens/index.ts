export { applyCompression, planCompression, type CompressionPlan, type Elision } from './compress.ts'
export {
  conversationTokens,
  messageTokens,
  type ConversationCall,
  type ConversationMessage,
  type ConversationResult,
  type CountTokens,
} from './conversation.ts'
export { countTokens, estimateCounter, type TokenCounter } from './token-counter.ts'
