import type { Snapshot as EngineSnapshot } from '../engine/index.ts'
import type { Decision, Effect, SessionRecord } from '../model/index.ts'

/** What was answered about a call, for when it is told a second time. */
export interface Told {
  readonly key: string
  readonly decision: Decision
  readonly effect: Effect
}

/** A message of the log that was counted: how many of its output tokens, under which lines. */
export interface CountedMessage {
  readonly messageId: string
  readonly output: number
}

/**
 * Everything a hook process must know of a session besides its events. All of it but the positions follows from
 * the records, so that processes that wrote at the same time cannot make one another forget; a position that is
 * behind only means reading some lines twice.
 */
export interface HookMemory {
  readonly engine?: EngineSnapshot
  readonly told: readonly Told[]
  /** The newest event that has no id of its own: the same one again is the same one told twice. */
  readonly last?: Told
  readonly lines: readonly string[]
  readonly messages: readonly CountedMessage[]
  readonly transcripts: Readonly<Record<string, number>>
}

export const NO_MEMORY: HookMemory = { told: [], lines: [], messages: [], transcripts: {} }

/** Far more than run at the same time. */
const MOST_KEPT = 128

export function remembering(memory: HookMemory, record: SessionRecord): HookMemory {
  const { event, decision, effect } = record
  switch (event.kind) {
    case 'tool-call':
    case 'tool-result': {
      const told = [...memory.told, { key: `${event.kind} ${event.callId}`, decision, effect }].slice(
        -MOST_KEPT,
      )
      const { last: _over, ...rest } = memory
      return { ...rest, told }
    }
    case 'model-response': {
      const id = event.requestId ?? ''
      const messageId = id.slice(0, id.indexOf('/'))
      const known = memory.messages.find((message) => message.messageId === messageId)?.output ?? 0
      const others = memory.messages.filter((message) => message.messageId !== messageId)
      return {
        ...memory,
        lines: [...memory.lines, id].slice(-MOST_KEPT),
        messages: [...others, { messageId, output: known + (event.usage?.output ?? 0) }].slice(-MOST_KEPT),
      }
    }
    case 'judge-verdict':
      return memory
    default:
      return { ...memory, last: { key: keyOf(event), decision, effect } }
  }
}

/** Two events of the same key, one right after the other, are one event that two hook entries told of. */
export function keyOf(event: {
  readonly kind: string
  readonly input?: unknown
  readonly output?: unknown
}): string {
  const { kind, input, output } = event
  return JSON.stringify([kind, input ?? null, output ?? null])
}
