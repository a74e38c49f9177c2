import type { EventInput } from '../guard/index.ts'
import type { DecodedRequest, HistoryResult, Message } from '../wire/request.ts'
import { resultKey, type ExchangeSession } from './session.ts'
import type { ContractInForce } from './in-force.ts'

const NO_COST = { usage: { input: 0, output: 0 }, costUsd: 0 } as const

/** Where the newest messages begin: everything after the model's last word. */
export function newestFrom(messages: readonly Message[]): number {
  return messages.findLastIndex(({ role, toolCalls }) => role === 'assistant' || toolCalls.length > 0) + 1
}

/**
 * What a request tells of the past is counted in state and never judged again. A conversation that began elsewhere
 * is told whole, once; later only calls and results that nobody has seen are news.
 */
export function foldHistory(
  inForce: ContractInForce,
  session: ExchangeSession,
  { messages }: DecodedRequest,
): void {
  const end = newestFrom(messages)
  if (end === 0) return
  const isWhole = !session.hasConversed
  const tell = (input: EventInput): void => inForce.fold(session, input)
  const { surface } = inForce
  const sessionId = session.id
  for (let position = 0; position < end; position += 1) {
    const message = messages[position]!
    if (isWhole && message.role === 'user' && message.toolResults.length === 0) {
      if (session.turnOpen) tell({ kind: 'turn-end', sessionId, surface })
      tell({ kind: 'turn-start', sessionId, surface, input: message.text })
    }
    if (isWhole && message.role === 'assistant' && message.text !== '')
      tell({ kind: 'model-response', sessionId, surface, text: message.text, ...NO_COST })
    for (const [index, { callId, tool, args }] of message.toolCalls.entries()) {
      const key = callId === '' ? placeKey(position, index) : callId
      if (!session.hasSeen(key) && (isWhole || callId !== ''))
        tell({ kind: 'tool-call', sessionId, surface, callId: key, tool, args })
    }
    for (const [index, result] of message.toolResults.entries()) {
      const key = result.callId === '' ? placeKey(position, index) : result.callId
      if (!session.hasSeen(resultKey(key)) && (isWhole || result.callId !== ''))
        tell(resultEvent(inForce, session, result, key))
    }
  }
}

/** Results that the model has not seen yet, each once. */
export function newResults(
  session: ExchangeSession,
  { messages }: DecodedRequest,
): readonly (HistoryResult & { readonly callId: string })[] {
  const found: (HistoryResult & { readonly callId: string })[] = []
  for (let position = newestFrom(messages); position < messages.length; position += 1)
    for (const [index, result] of messages[position]!.toolResults.entries()) {
      const callId = result.callId === '' ? placeKey(position, index) : result.callId
      const { tool, ok, content } = result
      if (!session.hasSeen(resultKey(callId))) found.push({ callId, tool, ok, content })
    }
  return found
}

export function resultEvent(
  { surface }: ContractInForce,
  { id: sessionId }: ExchangeSession,
  { tool, ok, content }: HistoryResult,
  callId: string,
): EventInput {
  return { kind: 'tool-result', sessionId, surface, callId, tool, ok, content }
}

/** Where a format gives calls no id, their place in the conversation is one. */
function placeKey(position: number, index: number): string {
  return `at ${position}.${index}`
}
