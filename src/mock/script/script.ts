import type { ScriptedStop } from '../../wire/index.ts'
import type { Condition } from './condition.ts'
import type { JsonTemplate } from './json-template.ts'
import type { Template } from './template.ts'

/** An error in place of a reply, worded as the provider would. */
export interface ScriptedError {
  readonly status: number
  readonly type?: string
  readonly message?: string
  readonly retryAfterS?: number
}

export interface CallTemplate {
  readonly tool: string
  /** A text is sent as it is, so that malformed arguments can be scripted. */
  readonly args: JsonTemplate | Template
}

export interface ScriptedUsage {
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

/** How fast a reply comes. */
export interface Pace {
  /** Before the first byte. */
  readonly latencyMs: number
  readonly delayBetweenChunksMs: number
  /** Characters of text or arguments a streamed frame brings. */
  readonly chunkChars?: number
}

/** One thing the model can say. */
export interface Saying {
  readonly text?: Template
  /** The text is this value as JSON. */
  readonly json?: JsonTemplate
  readonly thinking?: Template
  readonly refusal?: Template
  readonly toolCalls: readonly CallTemplate[]
  readonly usage: ScriptedUsage
  readonly stop?: ScriptedStop
  readonly error?: ScriptedError
  readonly pace: Pace
}

/** What the model says at one point, and the other ways of saying it. */
export interface Turn {
  /** As a person finds it in the file: `turns[2]`. */
  readonly place: string
  readonly variants: readonly { readonly weight: number; readonly saying: Saying }[]
}

/** A turn that answers whenever its condition fits, whatever came before. */
export interface Rule {
  readonly when: Condition
  /** How many times an error answers the same request; without it, always. */
  readonly times?: number
  readonly turn: Turn
}

/**
 * `history` reads the place in a conversation from the messages sent along, `requests` counts requests, and
 * `auto` counts where the client names its session and reads the history where it does not.
 */
export type TurnOrder = 'auto' | 'history' | 'requests'

export interface MockScript {
  readonly seed?: number | string
  readonly models: readonly string[]
  readonly order: TurnOrder
  readonly match: readonly Rule[]
  readonly turns: readonly Turn[]
  /** After the last turn the first follows again. */
  readonly loop: boolean
  /** Said where no rule fits and no turn is left. */
  readonly default?: Turn
}
