import type { CheckedCall } from '../../contract/define-check.ts'
import type { Usage } from '../../model/index.ts'
import type { Question } from '../target.ts'

/** Where an agent finds each provider. */
export interface BaseUrls {
  readonly openai: string
  readonly anthropic: string
  readonly gemini: string
  readonly openrouter: string
}

/** What was seen of one question between the agent, its models and its tools. */
export interface Sighting {
  readonly calls: readonly CheckedCall[]
  readonly usage?: Usage
  readonly costUsd?: number
}

/** One question under way. */
export interface Watch {
  /** Addresses of this very question: what comes there after its end is refused, and falls into no other. */
  readonly baseUrls: BaseUrls
  readonly toolUrls: Readonly<Record<string, string>>
  end(): Promise<Sighting>
}

/** What stands between the copies of the agent and their models and tools. */
export interface Interposition {
  /** Environment variables that lead the copy of a lane through here. */
  env(lane: number): Readonly<Record<string, string>>
  baseUrls(lane: number): BaseUrls
  /** Where a lane finds its tools that are behind an address, by name. */
  toolUrls(lane: number): Readonly<Record<string, string>>
  /** From now on whatever comes through the lane belongs to this question, until the end is asked for. */
  begin(question: Question): Watch
  close(): Promise<void>
}
