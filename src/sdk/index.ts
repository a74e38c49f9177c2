/** Holdfast inside the process: client wrappers, framework adapters and a plain guard. */
export { breachIn } from './breach-in.ts'
export { ContractBreachError, type Breach } from './contract-breach-error.ts'
export type { ContractSource } from './contract-source.ts'
export {
  createGuard,
  type AllowedCall,
  type ContractGuard,
  type GuardedEvent,
  type GuardOptions,
  type ToolCallInput,
  type ToolResultInput,
} from './guard.ts'
export { aiSdkMiddleware } from './ai-sdk/middleware.ts'
export { claudeAgentHooks, type ClaudeAgentContract, type ClaudeAgentOptions } from './claude-agent/hooks.ts'
export { langchainMiddleware, type LangChainMiddleware } from './langchain/middleware.ts'
export {
  openaiAgentsGuardrails,
  type OpenAiAgentsGuardrails,
  type OpenAiAgentsOptions,
} from './openai-agents/guardrails.ts'
export type { WrapOptions } from './client-options.ts'
export { wrap } from './wrap.ts'
export { memoryStore, openStore, type RecordStore } from './stores.ts'
