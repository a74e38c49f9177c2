import type { JsonValue } from '../../model/index.ts'
import type { RecordedResponse, ReplaySession } from '../replay-session.ts'
import { asObject, nameOf, replayOf, roleOf, textOf, unfolded, type Said } from './conversation.ts'

/**
 * A log of messages as OpenAI's clients send them: a list, or an object with `messages`. Tool messages answer the
 * calls of the assistant's messages before them.
 */
export function replayOfMessages(id: string, value: unknown): ReplaySession | undefined {
  const messages = Array.isArray(value) ? value : asObject(value)?.['messages']
  if (!Array.isArray(messages)) return undefined
  const said: Said[] = []
  const toolResponses: RecordedResponse[] = []
  const toolByCall = new Map<string, string>()
  for (const entry of messages) {
    const message = asObject(entry)
    if (message === undefined) continue
    for (const call of callsOf(message)) toolByCall.set(call.id, call.name)
    const role = roleOf(message['role'])
    const content = textOf(message['content'])
    if (message['role'] === 'tool' || message['role'] === 'function')
      toolResponses.push({
        tool: toolByCall.get(String(message['tool_call_id'])) ?? nameOf(message['name'], 'unknown'),
        response: unfolded(content) as JsonValue,
        status: 200,
      })
    else if (role !== undefined && content !== '') said.push({ role, content })
  }
  return replayOf({ id, source: 'messages', said, toolResponses })
}

function callsOf(message: Readonly<Record<string, unknown>>): readonly { id: string; name: string }[] {
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return []
  return calls.flatMap((entry: unknown) => {
    const call = asObject(entry)
    const name = asObject(call?.['function'])?.['name']
    return typeof name === 'string' ? [{ id: String(call?.['id']), name }] : []
  })
}
