import { BLOCKED_TEXT } from '../../exchange/text-rules.ts'
import { planReply } from '../../wire/reply-plan.ts'
import { createTextChannel, type Stretch, type TextChannel } from '../../wire/text-filter.ts'
import type { Ending } from '../../wire/reply.ts'
import { ContractBreachError } from '../contract-breach-error.ts'
import type { JudgedExchange } from '../judged-exchange.ts'
import { decodeAiMessage, editAiMessage, keepsCopy, tellsOfCall, withoutCopy } from './reply.ts'
import { blocksOf, remade, type LcAiMessage, type LcBlock, type LcChunk } from './shapes.ts'

interface Held {
  readonly chunk: LcChunk
  /** For each block, the stretch of its text. */
  readonly stretches: readonly (Stretch | undefined)[]
}

/** Text flows as its filter clears it; from the first piece of a call on everything waits until the reply is judged. */
export class ChunkGate {
  private readonly channels = new Map<string, TextChannel>()
  private queue: Held[] = []
  private whole: LcChunk['message'] | undefined
  private last: LcChunk | undefined
  private isWithholding = false
  private isChanged = false
  private isOver = false

  constructor(private readonly exchange: JudgedExchange) {}

  get isShut(): boolean {
    return this.isOver
  }

  push(chunk: LcChunk): readonly LcChunk[] {
    if (this.isOver) return []
    this.last = chunk
    // sound because joining two pieces gives a piece
    this.whole =
      this.whole === undefined ? chunk.message : (this.whole.concat(chunk.message) as LcChunk['message'])
    this.isWithholding ||= tellsOfCall(chunk.message) || keepsCopy(chunk.message)
    const stretches = blocksOf(chunk.message).map((block) =>
      block.type === 'text' ? this.channelOf(block).push(block.text ?? '') : undefined,
    )
    this.queue.push({ chunk, stretches })
    if (this.isBlocked) return [this.stopText(chunk)]
    return this.isWithholding ? [] : this.release()
  }

  end(): readonly LcChunk[] {
    if (this.isOver || this.whole === undefined) return []
    for (const channel of this.channels.values()) channel.close()
    const { last } = this
    if (this.isBlocked) return [this.stopText(last!)]
    this.isOver = true
    const decoded = decodeAiMessage(this.whole)
    const { edits, breach } = this.exchange.outcomeOf(this.exchange.conclude(decoded, true))
    if (breach !== undefined) throw new ContractBreachError(breach)
    const { calls, refusal } = planReply(decoded, edits)
    if (refusal !== undefined) return [replacedBy(last!, refusal.message)]
    if (calls.size === 0) return this.withoutCopies(this.release())
    const denials = [...calls.values()].flatMap((change) => (change.kind === 'deny' ? [change.message] : []))
    this.isChanged = true
    const texts = this.withoutCopies(this.release().map(withoutCalls))
    return [...texts, callsPiece(last!, editAiMessage(this.whole, edits), denials)]
  }

  /** The reply ended too soon: what is cleared has left, an unjudged call never does. */
  breakOff(ending: Ending): void {
    if (this.isOver) return
    this.isOver = true
    const { whole } = this
    if (whole === undefined) return this.exchange.concludeEmpty(ending, ending)
    this.exchange.conclude({ ...decodeAiMessage(whole), calls: [], ending }, true)
  }

  private get isBlocked(): boolean {
    return [...this.channels.values()].some(({ blocked }) => blocked !== undefined)
  }

  private channelOf({ index = '' }: LcBlock): TextChannel {
    const key = String(index)
    let channel = this.channels.get(key)
    if (channel === undefined) {
      const { conversations, isShadow } = this.exchange
      const filter = isShadow ? undefined : conversations.needs.text.filterFor?.()
      this.channels.set(key, (channel = createTextChannel(filter)))
    }
    return channel
  }

  private release(): readonly LcChunk[] {
    const isCleared = ({ chunk, stretches }: Held): boolean => {
      const blocks = blocksOf(chunk.message)
      return stretches.every(
        (stretch, at) => stretch === undefined || this.channelOf(blocks[at]!).isCleared(stretch),
      )
    }
    const end = this.queue.findIndex((held) => !isCleared(held))
    const cleared = end < 0 ? this.queue : this.queue.slice(0, end)
    this.queue = end < 0 ? [] : this.queue.slice(end)
    return cleared.map((held) => this.asCleared(held))
  }

  private withoutCopies(chunks: readonly LcChunk[]): readonly LcChunk[] {
    if (!this.isChanged) return chunks
    return chunks.map((chunk) =>
      keepsCopy(chunk.message) ? pieceOf(chunk, withoutCopy(chunk.message)) : chunk,
    )
  }

  private asCleared({ chunk, stretches }: Held): LcChunk {
    const blocks = blocksOf(chunk.message)
    let isSame = true
    const texts = stretches.map((stretch, at) => {
      if (stretch === undefined) return undefined
      const text = this.channelOf(blocks[at]!).outcome(stretch)
      isSame &&= text === stretch.text
      return text
    })
    if (isSame) return chunk
    this.isChanged = true
    const { content } = chunk.message
    return pieceOf(
      chunk,
      typeof content === 'string'
        ? { content: texts[0] ?? '' }
        : {
            content: content.map((block, at) =>
              texts[at] === undefined ? block : { ...block, text: texts[at] },
            ),
          },
    )
  }

  private stopText(chunk: LcChunk): LcChunk {
    this.isOver = true
    const reply = { ...decodeAiMessage(this.whole!), calls: [], ending: 'blocked' as const }
    const { breach } = this.exchange.outcomeOf(this.exchange.conclude(reply, true))
    if (this.exchange.throwsDenials)
      throw new ContractBreachError(
        breach ?? this.exchange.breachOf({ message: BLOCKED_TEXT, clause: undefined }),
      )
    return replacedBy(chunk, BLOCKED_TEXT)
  }
}

/** Nothing of the calls has left; what may leave of them leaves in one piece, with the words for those that may not. */
function callsPiece(
  chunk: LcChunk,
  { tool_calls: calls = [] }: LcAiMessage,
  denials: readonly string[],
): LcChunk {
  return pieceOf(withoutCalls(chunk), {
    content: denials.map((denial) => `\n${denial}`).join(''),
    tool_call_chunks: calls.map(({ id, name, args }, index) => ({
      type: 'tool_call_chunk',
      id,
      name,
      args: JSON.stringify(args),
      index,
    })),
    usage_metadata: undefined,
    response_metadata: {},
  })
}

/** A piece that says this and nothing of what it said. */
function replacedBy(chunk: LcChunk, content: string): LcChunk {
  return withoutCalls(pieceOf(chunk, { ...withoutCopy(chunk.message), content }))
}

function withoutCalls(chunk: LcChunk): LcChunk {
  const { message } = chunk
  if (!tellsOfCall(message)) return chunk
  const content =
    typeof message.content === 'string'
      ? message.content
      : message.content.filter(({ type }) => type === 'text' || type === 'reasoning')
  return pieceOf(chunk, {
    content,
    tool_calls: [],
    invalid_tool_calls: [],
    tool_call_chunks: [],
    additional_kwargs: {},
  })
}

function pieceOf(chunk: LcChunk, changes: object): LcChunk {
  const message = remade(chunk.message, changes)
  const text = blocksOf(message)
    .map(({ text: part = '' }) => part)
    .join('')
  // sound because an object's constructor makes objects of its class
  const { constructor } = chunk as unknown as { readonly constructor: new (fields: object) => LcChunk }
  return new constructor({ ...chunk, message, text })
}
