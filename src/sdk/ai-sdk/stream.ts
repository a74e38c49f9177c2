import { createTextChannel, type Stretch, type TextChannel, type TextFilter } from '../../wire/text-filter.ts'
import { planReply } from '../../wire/reply-plan.ts'
import type { Ending } from '../../wire/reply.ts'
import type { Breach } from '../contract-breach-error.ts'
import { BLOCKED_TEXT } from '../../exchange/text-rules.ts'
import type { JudgedExchange } from '../judged-exchange.ts'
import { decodeContent, editContent, type WholeReply } from './reply.ts'
import type { LoosePart } from './shapes.ts'

interface CallOutcome {
  readonly was: LoosePart
  readonly now: LoosePart
}

interface Held {
  readonly part: LoosePart
  readonly stretch?: Stretch
}

const CUT = { unified: 'other', raw: undefined } as const

/**
 * Text flows as soon as its filter clears it; from the first part of a tool call on everything waits until the reply
 * is over and judged. Raw chunks never pass, because nobody has judged them.
 */
export class PartGate {
  private readonly channels = new Map<string, TextChannel>()
  private readonly content: LoosePart[] = []
  private queue: Held[] = []
  /** Blocks of text whose beginning has left and whose end has not. */
  private readonly open = new Set<string>()
  private isWithholding = false
  private isOver = false
  private response: { id?: string; modelId?: string } = {}

  constructor(
    private readonly exchange: JudgedExchange,
    private readonly errorFor: (breach: Breach) => Error,
  ) {}

  get isShut(): boolean {
    return this.isOver
  }

  push(part: LoosePart): readonly LoosePart[] {
    if (this.isOver || part.type === 'raw') return []
    if (part.type === 'finish') return this.finish(part)
    if (part.type === 'error') return [...this.breakOff('failed'), part]
    this.enqueue(part)
    return this.textBlocked ? this.stopText() : this.isWithholding ? [] : this.release()
  }

  /** The stream ended without its last word: what is cleared leaves, an unjudged call never does. */
  breakOff(ending: Ending): readonly LoosePart[] {
    if (this.isOver) return []
    this.isOver = true
    for (const channel of this.channels.values()) channel.close()
    const cleared = this.isWithholding || this.textBlocked ? [] : this.release()
    const calls = this.content.filter(({ type }) => type !== 'tool-call')
    this.exchange.conclude({ ...decodeContent({ content: calls, finishReason: CUT }), ending }, true)
    return cleared
  }

  private filter(): TextFilter | undefined {
    const { isShadow, conversations } = this.exchange
    return isShadow ? undefined : conversations.needs.text.filterFor?.()
  }

  private get textBlocked(): boolean {
    return [...this.channels.values()].some(({ blocked }) => blocked !== undefined)
  }

  private enqueue(part: LoosePart): void {
    const { type, id = '', delta = '' } = part
    this.isWithholding ||= type.startsWith('tool-')
    if (type === 'response-metadata')
      this.response = { ...(part.id && { id: part.id }), ...(part.modelId && { modelId: part.modelId }) }
    if (type === 'text-start') {
      this.channels.set(id, createTextChannel(this.filter()))
      this.content.push({ type: 'text', id, text: '' })
    } else if (type === 'tool-call') this.content.push(part)
    const channel = this.channels.get(id)
    if (type === 'text-end') channel?.close()
    if (type !== 'text-delta' || channel === undefined) return void this.queue.push({ part })
    const at = this.content.findLastIndex((block) => block.type === 'text' && block.id === id)
    const block = this.content[at]!
    this.content[at] = { ...block, text: (block.text ?? '') + delta }
    this.queue.push({ part, stretch: channel.push(delta) })
  }

  private release(): readonly LoosePart[] {
    const out: LoosePart[] = []
    let count = 0
    for (const { part, stretch } of this.queue) {
      const channel = this.channels.get(part.id ?? '')
      if (stretch !== undefined && channel?.isCleared(stretch) === false) break
      const delta = stretch === undefined ? undefined : channel!.outcome(stretch)
      if (delta === undefined) out.push(this.passing(part))
      else if (delta !== '') out.push({ ...part, delta })
      count += 1
    }
    this.queue = this.queue.slice(count)
    return out
  }

  private passing(part: LoosePart): LoosePart {
    if (part.type === 'text-start') this.open.add(part.id ?? '')
    if (part.type === 'text-end') this.open.delete(part.id ?? '')
    return part
  }

  /** The reply as a whole goes no further; the model is read no more. */
  private stopText(): readonly LoosePart[] {
    this.isOver = true
    const reply = {
      ...decodeContent({ content: this.content, finishReason: CUT }),
      calls: [],
      ending: 'blocked' as const,
    }
    const { breach } = this.exchange.outcomeOf(this.exchange.conclude(reply, true))
    if (this.exchange.throwsDenials)
      return this.failed(breach ?? this.exchange.breachOf({ message: BLOCKED_TEXT, clause: undefined }))
    return this.refused(BLOCKED_TEXT)
  }

  private finish(last: LoosePart): readonly LoosePart[] {
    for (const channel of this.channels.values()) channel.close()
    if (this.textBlocked) return this.stopText()
    this.isOver = true
    const whole: WholeReply = {
      content: this.content,
      finishReason: last.finishReason ?? CUT,
      ...(last.usage && { usage: last.usage }),
      response: this.response,
    }
    const decoded = decodeContent(whole)
    const { edits, breach } = this.exchange.outcomeOf(this.exchange.conclude(decoded, true))
    if (breach !== undefined) return this.failed(breach)
    const { refusal } = planReply(decoded, edits)
    if (refusal !== undefined) return this.refused(refusal.message, last)
    const edited = editContent(whole, edits)
    // text is redacted by its filter while it streams
    const calls = new Map(
      this.content.map((was, at) => [was.toolCallId ?? '', { was, now: edited.content[at] as LoosePart }]),
    )
    const out = this.release().flatMap((part) => rewritten(part, calls))
    return [...out, { ...last, finishReason: edited.finishReason }]
  }

  private refused(message: string, last?: LoosePart): readonly LoosePart[] {
    const ends = [...this.open].map((id) => ({ type: 'text-end', id }))
    return [...ends, ...textBlock('holdfast', message), finishOf('content-filter', last)]
  }

  private failed(breach: Breach): readonly LoosePart[] {
    return [{ type: 'error', error: this.errorFor(breach) }]
  }
}

/** Parts made here are those of a `LanguageModelV3StreamPart`, which this file knows only by its shape. */
function textBlock(id: string, text: string): readonly LoosePart[] {
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
  ]
}

function finishOf(reason: string, last?: LoosePart): LoosePart {
  const unknown = { total: undefined, cacheRead: undefined, cacheWrite: undefined, reasoning: undefined }
  const usage = last?.usage ?? { inputTokens: unknown, outputTokens: unknown }
  return { ...last, type: 'finish', usage, finishReason: { unified: reason, raw: undefined } }
}

/**
 * A call that was denied leaves as text, one whose arguments changed leaves whole and without its pieces. Pieces of
 * a call that never became whole have not been judged and stay here.
 */
function rewritten(part: LoosePart, calls: ReadonlyMap<string, CallOutcome>): readonly LoosePart[] {
  const isPiece = part.type.startsWith('tool-input-')
  if (!isPiece && part.type !== 'tool-call') return [part]
  const id = (isPiece ? part.id : part.toolCallId) ?? ''
  const outcome = calls.get(id)
  if (outcome === undefined) return []
  const { was, now } = outcome
  if (was === now) return [part]
  if (isPiece) return []
  return now.type === 'text' ? textBlock(`holdfast-${id}`, now.text ?? '') : [now]
}
