import type { Place } from '../kit/shape/index.ts'
import type { Located } from '../kit/source/index.ts'
import type { JsonObject } from '../model/index.ts'
import type { Placeholders } from './placeholders.ts'

export interface AgentAnswer {
  readonly text: string
  /** Absent when nobody counted them. */
  readonly llmTokens?: number
  readonly costUsd?: number
}

/** An agent that was waited for long enough. */
export class AgentTimeout extends Error {
  override readonly name = 'AgentTimeout'
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

/** Tells what is wrong with an `[agent]` table before anything is started, with places. */
export type CheckAgent = (table: Located, place: Place, placeholders: Placeholders) => void

/** Whoever can start agents; the suite itself knows none. */
export interface Agents {
  readonly check: CheckAgent
  readonly open: OpenAgent
}
