/** Contracts in tests: matchers for Vitest and Jest, and events to judge. */
export type { Agent, AgentOptions, AgentWorld, Tool, Tools } from './agent.ts'
export type { ChaosOption } from './chaos-for-agent.ts'
export { ToolFaultError } from '../planes/index.ts'
export {
  mark,
  modelRequest,
  modelResponse,
  sessionEnd,
  sessionStart,
  state,
  toolCall,
  toolResult,
  turnEnd,
  turnStart,
  type Written,
} from './events.ts'
export type { HonourOptions, WrittenEvent } from './honour.ts'
export { holdfastMatchers, type MatcherResult, type ToHonourOptions } from './matchers.ts'
