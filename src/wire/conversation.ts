import { hashWord } from '../kit/hash.ts'
import { jsonText } from './loose-json.ts'
import type { DecodedRequest, HistoryCall, HistoryResult, Message } from './request.ts'

export function message(role: Message['role'], parts: Partial<Message> = {}): Message {
  return { role, text: '', toolCalls: [], toolResults: [], ...parts }
}

/** Text parts of one message stand on lines of their own. */
export function joinTexts(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join('\n')
}

/** What every format says about its conversation, worked out in one way for all of them. */
export function conversationOf(
  systemField: string,
  entries: readonly Message[],
): Pick<DecodedRequest, 'system' | 'messages' | 'lastUserText' | 'freshUserTurn'> & {
  readonly prefixHash: string
} {
  const messages = nameResults(entries)
  const systemTexts = messages.filter(({ role }) => role === 'system').map(({ text }) => text)
  return {
    system: joinTexts([systemField, ...systemTexts]),
    messages,
    lastUserText: lastUserText(messages),
    freshUserTurn: isFreshUserTurn(messages),
    prefixHash: prefixHash(systemField, messages),
  }
}

/** Results often carry only the id of their call; the tool's name is looked up in what came before. */
function nameResults(messages: readonly Message[]): readonly Message[] {
  const tools = new Map<string, string>()
  return messages.map((entry) => {
    for (const { callId, tool } of entry.toolCalls) tools.set(callId, tool)
    if (entry.toolResults.every(({ tool }) => tool !== '')) return entry
    return { ...entry, toolResults: entry.toolResults.map((result) => namedBy(result, tools)) }
  })
}

function namedBy(result: HistoryResult, tools: ReadonlyMap<string, string>): HistoryResult {
  return result.tool === '' ? { ...result, tool: tools.get(result.callId) ?? '' } : result
}

/**
 * A turn is what a user asks for. A request whose newest messages bring tool results goes on with the turn, also
 * when some text stands beside them; a prefilled assistant message at the end belongs to the user's turn before it.
 */
function isFreshUserTurn(messages: readonly Message[]): boolean {
  for (const { role, toolCalls, toolResults } of messages.toReversed()) {
    if (toolResults.length > 0 || toolCalls.length > 0 || role === 'tool') return false
    if (role === 'user') return true
  }
  return false
}

function lastUserText(messages: readonly Message[]): string {
  return messages.findLast(({ role, text }) => role === 'user' && text !== '')?.text ?? ''
}

/** System prompt and first user message stay the same for as long as a conversation lasts. */
function prefixHash(systemField: string, messages: readonly Message[]): string {
  const first = messages.findIndex(({ role, text }) => role === 'user' && text !== '')
  const leading = messages.slice(0, first + 1).map(({ role, text }) => `${role}\u0000${text}`)
  return hashWord([systemField, ...leading].join('\u0000'))
}

/** Everything a provider would count as input, as one text for a tokenizer. */
export function countableText({ system, tools, messages }: DecodedRequest): string {
  const parts = [system, ...tools.map(({ definition }) => jsonText(definition))]
  for (const entry of messages) {
    if (entry.role !== 'system') parts.push(entry.text)
    for (const call of entry.toolCalls) parts.push(call.tool, argsOf(call))
    for (const { content } of entry.toolResults)
      parts.push(typeof content === 'string' ? content : jsonText(content))
  }
  return parts.filter((part) => part !== '').join('\n')
}

function argsOf({ args, malformedArgs }: HistoryCall): string {
  return malformedArgs ?? JSON.stringify(args)
}

/**
 * Positions of the messages of each turn, oldest first. Dropping whole turns never parts a call from its result;
 * messages before the first user message belong to no turn, and neither do system messages.
 */
export function turnsOf(messages: readonly Message[]): readonly (readonly number[])[] {
  const turns: number[][] = []
  messages.forEach(({ role, toolResults }, position) => {
    if (role === 'system') return
    if (role === 'user' && toolResults.length === 0) turns.push([])
    turns.at(-1)?.push(position)
  })
  return turns
}
