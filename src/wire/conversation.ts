import { hashWord } from '../kit/hash.ts'
import { jsonText, type Writable } from './loose-json.ts'
import type { DecodedRequest, HistoryCall, HistoryResult, Message, SessionHints } from './request.ts'

const NONE: readonly never[] = []

export function message(role: Message['role'], parts: Partial<Message> = {}): Message {
  const { text = '', toolCalls = NONE, toolResults = NONE } = parts
  return { role, text, toolCalls, toolResults }
}

/** Text parts of one message stand on lines of their own. */
export function joinTexts(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join('\n')
}

/** What a format reads in a request; the rest follows from its conversation. */
export interface RequestParts
  extends
    Pick<DecodedRequest, 'stream' | 'tools' | 'toolForced' | 'structuredOutput' | 'usageRequested'>,
    Omit<SessionHints, 'prefixHash'> {
  readonly model: string | undefined
  readonly maxOutputTokens: number | undefined
  /** The system prompt, where the format has a field for it. */
  readonly systemField: string
  readonly entries: readonly Message[]
}

/** What every format says about its conversation, worked out in one way for all of them. */
export function decodedRequest(parts: RequestParts): DecodedRequest {
  const { systemField, model, maxOutputTokens } = parts
  const messages = nameResults(parts.entries)
  const request: Writable<DecodedRequest> = {
    stream: parts.stream,
    system: systemOf(systemField, messages),
    tools: parts.tools,
    toolForced: parts.toolForced,
    structuredOutput: parts.structuredOutput,
    messages,
    lastUserText: lastUserText(messages),
    freshUserTurn: isFreshUserTurn(messages),
    usageRequested: parts.usageRequested,
    session: new ConversationHints(parts, systemField, messages),
  }
  if (model !== undefined) request.model = model
  if (maxOutputTokens !== undefined) request.maxOutputTokens = maxOutputTokens
  return request
}

/** Hashes the beginning only when somebody asks: most conversations are named by something else. */
class ConversationHints implements SessionHints {
  readonly conversationId: string | undefined
  readonly previousResponseId: string | undefined
  readonly userId: string | undefined
  readonly #systemField: string
  readonly #messages: readonly Message[]

  constructor(hints: Omit<SessionHints, 'prefixHash'>, systemField: string, messages: readonly Message[]) {
    this.conversationId = hints.conversationId
    this.previousResponseId = hints.previousResponseId
    this.userId = hints.userId
    this.#systemField = systemField
    this.#messages = messages
  }

  get prefixHash(): string {
    return prefixHash(this.#systemField, this.#messages)
  }
}

function systemOf(systemField: string, messages: readonly Message[]): string {
  const texts = messages.filter(({ role }) => role === 'system').map(({ text }) => text)
  return texts.length === 0 ? systemField : joinTexts([systemField, ...texts])
}

/** Results often carry only the id of their call; the tool's name is looked up in what came before. */
function nameResults(messages: readonly Message[]): readonly Message[] {
  const tools = new Map<string, string>()
  return messages.map((entry) => {
    for (const { callId, tool } of entry.toolCalls) tools.set(callId, tool)
    if (entry.toolResults.every(({ tool }) => tool !== '')) return entry
    const { role, text, toolCalls } = entry
    return { role, text, toolCalls, toolResults: entry.toolResults.map((result) => namedBy(result, tools)) }
  })
}

function namedBy(result: HistoryResult, tools: ReadonlyMap<string, string>): HistoryResult {
  if (result.tool !== '') return result
  const { callId, ok, content } = result
  return { callId, tool: tools.get(callId) ?? '', ok, content }
}

/**
 * A turn is what a user asks for. A request whose newest messages bring tool results goes on with the turn, also
 * when some text stands beside them; a prefilled assistant message at the end belongs to the user's turn before it.
 */
function isFreshUserTurn(messages: readonly Message[]): boolean {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const { role, toolCalls, toolResults } = messages[at]!
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
