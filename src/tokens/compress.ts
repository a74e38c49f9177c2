import { messageTokens, type ConversationMessage, type CountTokens } from './conversation.ts'
import { exchanges, turns, type Exchange } from './exchange.ts'

/** A tool result whose text gives way to a short marker; the result itself stays, so that its call is answered. */
export interface Elision {
  readonly message: number
  /** Position among the message's results. */
  readonly result: number
  readonly marker: string
}

/** What to change, by position, so that any wire format can change its own messages. */
export interface CompressionPlan {
  readonly fits: boolean
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly elisions: readonly Elision[]
  /** Positions of messages to leave out, ascending. */
  readonly dropped: readonly number[]
}

/**
 * Makes a conversation fit into `maxTokens` with as little loss as possible: oldest tool results elided first,
 * then oldest turns, then the oldest exchanges of the current turn, and nothing once it fits. The system
 * messages, the words of the last user message, what opened the current turn and the newest exchange always
 * stay; `fits` is false when they alone are too much.
 */
export function planCompression(
  messages: readonly ConversationMessage[],
  maxTokens: number,
  count: CountTokens,
): CompressionPlan {
  const sizes = messages.map((message) => messageTokens(message, count))
  const tokensBefore = sizes.reduce((sum, size) => sum + size, 0)
  let tokensAfter = tokensBefore

  const elisions: Elision[] = []
  for (const { elision, savedTokens } of elidable(messages, count)) {
    if (tokensAfter <= maxTokens) break
    elisions.push(elision)
    sizes[elision.message]! -= savedTokens
    tokensAfter -= savedTokens
  }

  const dropped = new Set<number>()
  for (const unit of droppable(messages)) {
    if (tokensAfter <= maxTokens) break
    for (const position of unit) {
      dropped.add(position)
      tokensAfter -= sizes[position]!
    }
  }

  return {
    fits: tokensAfter <= maxTokens,
    tokensBefore,
    tokensAfter,
    elisions: elisions.filter(({ message }) => !dropped.has(message)),
    dropped: [...dropped].sort((left, right) => left - right),
  }
}

const MARKER = /^\[elided by contract: \d+ tokens\]$/

/** Oldest first; a result that is no longer than its marker, or is one already, is left alone. */
function* elidable(
  messages: readonly ConversationMessage[],
  count: CountTokens,
): Iterable<{ readonly elision: Elision; readonly savedTokens: number }> {
  for (const [message, { toolResults = [] }] of messages.entries()) {
    for (const [result, { text }] of toolResults.entries()) {
      const tokens = count(text)
      const marker = `[elided by contract: ${tokens} tokens]`
      const savedTokens = tokens - count(marker)
      if (savedTokens > 0 && !MARKER.test(text)) yield { elision: { message, result, marker }, savedTokens }
    }
  }
}

/** What may be left out, in the order in which it goes: whole earlier turns, then exchanges of the current one. */
function droppable(messages: readonly ConversationMessage[]): readonly (readonly number[])[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const allTurns = turns(messages, exchanges(messages))
  const current = allTurns.findIndex((turn) => turn.some((exchange) => exchange.includes(lastUser)))
  const currentTurn = current < 0 ? allTurns.length - 1 : current
  const earlier = allTurns.slice(0, currentTurn).map((turn) => turn.flat())
  const rest = allTurns.slice(currentTurn).flat()
  const stays = (exchange: Exchange): boolean =>
    exchange.includes(lastUser) ||
    exchange === rest.at(-1) ||
    (exchange === rest[0] && messages[exchange[0]!]!.role === 'user')
  return [...earlier, ...rest.filter((exchange) => !stays(exchange))]
}

/** The plan carried out on the neutral form. */
export function applyCompression(
  messages: readonly ConversationMessage[],
  { elisions, dropped }: CompressionPlan,
): readonly ConversationMessage[] {
  const left = new Set(dropped)
  const markers = new Map(elisions.map(({ message, result, marker }) => [`${message}/${result}`, marker]))
  return messages.flatMap((message, position) => {
    if (left.has(position)) return []
    if (message.toolResults === undefined) return [message]
    const toolResults = message.toolResults.map((result, index) => ({
      ...result,
      text: markers.get(`${position}/${index}`) ?? result.text,
    }))
    return [{ ...message, toolResults }]
  })
}
