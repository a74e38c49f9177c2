import type { JsonObject, Usage } from '../model/index.ts'
import type { Framing } from './frame.ts'

export type ScriptedStop = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'refusal'

export interface ScriptedCall {
  readonly id: string
  readonly tool: string
  /** A text is sent as it is, so that malformed arguments can be scripted. */
  readonly args: JsonObject | string
}

/** A reply in no provider's words, to be sent in any provider's. */
export interface ScriptedReply {
  readonly id: string
  readonly model: string
  readonly createdS?: number
  readonly thinking?: string
  readonly text?: string
  readonly refusal?: string
  readonly toolCalls?: readonly ScriptedCall[]
  readonly usage?: Usage
  /** Follows from the content when absent. */
  readonly stop?: ScriptedStop
}

export interface Chunking {
  /** Where the client asked for another framing than the format's usual one. */
  readonly framing?: Framing
  /** How much text a frame brings; everything at once when absent. */
  readonly textChars?: number
  readonly argsChars?: number
}

export function stopOf({ stop, refusal, toolCalls = [] }: ScriptedReply): ScriptedStop {
  return stop ?? (refusal !== undefined ? 'refusal' : toolCalls.length > 0 ? 'tool-calls' : 'stop')
}

export function argsText({ args }: ScriptedCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args)
}

/** Pieces of at most `chars` UTF-16 units; surrogate pairs may fall apart, as they do with real providers. */
export function piecesOf(text: string, chars: number | undefined): readonly string[] {
  if (text === '') return []
  if (chars === undefined || chars >= text.length) return [text]
  const size = Math.max(1, Math.floor(chars))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
}
