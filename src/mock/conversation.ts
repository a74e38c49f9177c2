import { hashWord } from '../kit/hash.ts'
import type { DecodedRequest, Message } from '../wire/index.ts'
import { BoundedMap } from './bounded-map.ts'
import { isReply } from './script/scene.ts'
import type { Sender } from './speaker.ts'

/** Where a request stands in its conversation. */
export interface Standing {
  readonly conversation: string
  /** True when the client names its session. */
  readonly isNamed: boolean
  /** Replies the model has given before, as the history tells. */
  readonly replies: number
  /** The same for the same request, asked again. */
  readonly historyKey: string
  readonly address: string
}

const MOST_CONVERSATIONS = 50_000

/** What the server must remember, because a request does not say it. */
export class ConversationMemory {
  readonly #requests = new BoundedMap<number>(MOST_CONVERSATIONS)
  readonly #failures = new BoundedMap<number>(MOST_CONVERSATIONS)
  readonly #answers = new BoundedMap<{ conversation: string; replies: number }>(MOST_CONVERSATIONS)
  readonly #tools = new BoundedMap<string>(MOST_CONVERSATIONS)

  /** A request that builds on an earlier answer by its id alone goes on with that answer's conversation. */
  standingOf(request: DecodedRequest, { session, address }: Sender): Standing {
    const { previousResponseId, prefixHash } = request.session
    const earlier = previousResponseId === undefined ? undefined : this.#answers.get(previousResponseId)
    const conversation = session ?? earlier?.conversation ?? prefixHash
    const replies = countReplies(request.messages) + (earlier === undefined ? 0 : earlier.replies + 1)
    const history = hashWord(JSON.stringify([previousResponseId ?? '', request.system, request.messages]))
    return {
      conversation,
      isNamed: session !== undefined,
      replies,
      historyKey: `${conversation}\u0000${replies}\u0000${history}`,
      address,
    }
  }

  /** How many times this was asked for before. */
  count(key: string): number {
    const before = this.#requests.get(key) ?? 0
    this.#requests.set(key, before + 1)
    return before
  }

  /** How many errors this very request was answered with since it last got a reply. */
  failures({ historyKey, address }: Standing): number {
    return this.#failures.get(`${address}\u0000${historyKey}`) ?? 0
  }

  /** A reply wipes the slate, so that the next run of the same conversation meets the same errors. */
  answered({ historyKey, address }: Standing, outcome: 'reply' | 'error'): void {
    const key = `${address}\u0000${historyKey}`
    if (outcome === 'reply') this.#failures.delete(key)
    else this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1)
  }

  rememberReply(id: string, { conversation, replies }: Standing, calls: readonly IssuedCall[]): void {
    this.#answers.set(id, { conversation, replies })
    for (const call of calls) this.#tools.set(call.id, call.tool)
  }

  /** Results carry the id of their call, and a request that leaves its history out does not say whose it was. */
  withToolNames(request: DecodedRequest): DecodedRequest {
    const isNamed = ({ toolResults }: Message) => toolResults.every(({ tool }) => tool !== '')
    if (request.messages.every(isNamed)) return request
    const messages = request.messages.map((entry) => ({
      ...entry,
      toolResults: entry.toolResults.map((result) =>
        result.tool === '' ? { ...result, tool: this.#tools.get(result.callId) ?? '' } : result,
      ),
    }))
    return { ...request, messages }
  }
}

interface IssuedCall {
  readonly id: string
  readonly tool: string
}

/**
 * A reply may come back as several entries in a row, and an assistant message at the very end is the beginning
 * of a reply and not one.
 */
export function countReplies(messages: readonly Message[]): number {
  let replies = 0
  let inReply = false
  for (const entry of messages) {
    if (entry.role === 'other' || entry.role === 'system') continue
    if (isReply(entry) && !inReply) replies += 1
    inReply = isReply(entry)
  }
  const last = messages.at(-1)
  const isPrefilled = last !== undefined && last.role === 'assistant' && last.toolCalls.length === 0
  return isPrefilled ? replies - 1 : replies
}
