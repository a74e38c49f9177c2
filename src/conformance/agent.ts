import type { JsonObject } from '../model/index.ts'

export interface AgentAnswer {
  readonly text: string
  readonly llmCalls?: number
  readonly llmTokens?: number
  readonly costUsd?: number
}

/** An agent as the suite sees it: somebody who is asked and answers. */
export interface ConformanceAgent {
  ask(prompt: string, signal: AbortSignal): Promise<AgentAnswer>
  close(): Promise<void>
}

export interface AgentContext {
  /** The scenario's file: paths in the configuration are relative to it. */
  readonly file: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly trial: number
}

/** Starts the agent an `[agent]` table describes; once for every trial, so that trials share nothing. */
export type OpenAgent = (config: JsonObject, context: AgentContext) => Promise<ConformanceAgent>
