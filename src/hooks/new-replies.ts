import type { CompiledContract } from '../contract/compile-contract.ts'
import type { EventInput } from '../guard/guard.ts'
import type { HookCall } from './host.ts'
import type { HookMemory } from './memory.ts'
import { present } from './payload.ts'
import { readTranscript, type LoggedReply } from './transcript.ts'

export interface NewReplies {
  readonly replies: readonly EventInput[]
  readonly transcripts: Readonly<Record<string, number>>
}

/** What the assistant said and spent since the last event, for contracts that ask about it. */
export function newReplies(call: HookCall, memory: HookMemory, { listeners }: CompiledContract): NewReplies {
  const isWanted = listeners['model-response'].length > 0 || listeners['turn-end'].length > 0
  if (!isWanted || call.transcripts === undefined) return { replies: [], transcripts: memory.transcripts }
  const lines = new Set(memory.lines)
  const counted = new Map(memory.messages.map(({ messageId, output }) => [messageId, output]))
  const replies: EventInput[] = []
  const transcripts: Record<string, number> = { ...memory.transcripts }
  for (const path of call.transcripts) {
    const read = readTranscript(path, Object.hasOwn(transcripts, path) ? transcripts[path]! : 0)
    transcripts[path] = read.end
    for (const reply of read.replies) {
      if (lines.has(reply.id)) continue
      lines.add(reply.id)
      const event = eventOf(call.sessionId, reply, counted)
      if (event !== undefined) replies.push(event)
    }
  }
  return { replies, transcripts }
}

/** Each line of a message repeats its usage so far; only what it adds is billed. */
function eventOf(
  sessionId: string,
  reply: LoggedReply,
  counted: Map<string, number>,
): EventInput | undefined {
  const { id, messageId, text, model, usage } = reply
  const before = counted.get(messageId)
  const output = usage === undefined ? 0 : Math.max(0, usage.output - (before ?? 0))
  const billed = usage && (before === undefined ? usage : { input: 0, output })
  // placeholders of the host's own, such as the note about a failed request, come from no model
  if (model?.startsWith('<') === true || (text === '' && before !== undefined && output === 0))
    return undefined
  counted.set(messageId, (before ?? 0) + output)
  return {
    kind: 'model-response',
    sessionId,
    surface: 'hook',
    provider: 'anthropic',
    requestId: id,
    text,
    ...present('model', model),
    ...present('usage', billed),
  }
}
