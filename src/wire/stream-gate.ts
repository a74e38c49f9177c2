import type { WireFormat } from './format.ts'
import type { Frame, Framing } from './frame.ts'
import { isEmptyPlan, NO_PLAN, planReply, type Refusal, type ReplyPlan } from './reply-plan.ts'
import type { DecodedReply, DecodedText, Ending, ReplyEdit } from './reply.ts'
import type { FrameReading } from './stream-protocol.ts'
import { createTextChannel, type Stretch, type TextChannel, type TextFilter } from './text-filter.ts'

const MEBIBYTE = 1024 * 1024

export interface StreamGateOptions {
  readonly format: WireFormat
  /** Asked once, with the whole reply, before any of its calls leaves. Its edits count only for a complete reply. */
  readonly judgeReply: (reply: DecodedReply) => readonly ReplyEdit[]
  /** Asked after it: the words of an error with which the stream ends in place of everything still held back. */
  readonly errorInstead?: () => string | undefined
  /** A filter for each text, which may run over several blocks; without one, text flows at once. */
  readonly filterFor?: (block: Omit<DecodedText, 'text'>) => TextFilter | undefined
  /** `reply` keeps everything back until the whole reply is judged. */
  readonly hold?: 'calls' | 'reply'
  readonly framing?: Framing
  readonly hideUsage?: boolean
  /** More than this is never kept back: the reply is refused. */
  readonly maxHeldBytes?: number
  readonly maxFrameBytes?: number
  /** Told when something threw; the stream has then been ended with an error. */
  readonly onProblem?: (problem: unknown) => void
}

/** Bytes from the provider in, bytes for the client out. */
export interface StreamGate {
  push(bytes: Uint8Array): readonly Uint8Array[]
  /** The provider's stream is over. */
  end(): readonly Uint8Array[]
  /** Ends the stream for the client with the provider's own error; nothing kept back leaves. */
  abort(message: string): readonly Uint8Array[]
  /** The client is gone: the reply as far as it was read is still reported. */
  cancel(): void
  /** Something is being kept back, so the connection may need `keepAlive`. */
  readonly isHolding: boolean
  /** Nothing more will leave. */
  readonly isShut: boolean
  readonly keepAlive: Uint8Array
}

interface Held {
  readonly frame: Frame
  readonly reading: FrameReading
  readonly stretches: readonly Stretch[]
  readonly withheld: boolean
}

/**
 * Text flows as soon as its filter clears it. From the first frame of a call on, everything is withheld until
 * the reply is over and judged; then it leaves as it came, or edited. What cannot be judged never leaves.
 */
export function createStreamGate(options: StreamGateOptions): StreamGate {
  const { format, hold = 'calls', maxHeldBytes = 8 * MEBIBYTE, maxFrameBytes = 32 * MEBIBYTE } = options
  const framing = options.framing ?? format.framing
  const splitter = framing.createSplitter()
  const frames = framing.createWriter()
  const reader = format.stream.createReader()
  const writer = format.stream.createWriter(frames, { hideUsage: options.hideUsage ?? false })
  const channels = new Map<string, TextChannel>()
  const releasedBlocks = new Set<string>()

  let queue: Held[] = []
  let heldBytes = 0
  let withholding = hold === 'reply'
  let sawCall = false
  let judged = false
  let phase: 'open' | 'tail' | 'shut' = 'open'

  function channelOf(block: DecodedText): TextChannel {
    const name = block.flow ?? block.place
    let channel = channels.get(name)
    if (channel === undefined) {
      channel = createTextChannel(options.filterFor?.(block))
      channels.set(name, channel)
    }
    return channel
  }

  function blockedBy(): Refusal | undefined {
    for (const { blocked } of channels.values()) if (blocked !== undefined) return blocked
    return undefined
  }

  function enqueue(frame: Frame, reading: FrameReading): void {
    withholding ||= reading.withhold !== 'no'
    sawCall ||= reading.withhold === 'call'
    const stretches = reading.texts.map((text) => channelOf(text).push(text.text))
    for (const name of reading.closes) channels.get(name)?.close()
    queue.push({ frame, reading, stretches, withheld: withholding })
    heldBytes += frame.bytes.length
  }

  function isCleared({ reading, stretches }: Held): boolean {
    return reading.texts.every((text, at) => channelOf(text).isCleared(stretches[at] as Stretch))
  }

  function emit({ frame, reading, stretches }: Held, plan: ReplyPlan): readonly Uint8Array[] {
    heldBytes -= frame.bytes.length
    for (const { place } of reading.texts) releasedBlocks.add(place)
    const texts = reading.texts.map((text, at) => channelOf(text).outcome(stretches[at] as Stretch))
    return writer.emit(frame, reading, texts, plan)
  }

  /** Sends the front of the queue as long as `may` says so. */
  function release(may: (held: Held) => boolean, out: Uint8Array[], plan = NO_PLAN): void {
    let count = 0
    for (const held of queue) {
      if (!may(held)) break
      out.push(...emit(held, plan))
      count += 1
    }
    if (count > 0) queue = queue.slice(count)
  }

  function shut(): void {
    phase = 'shut'
    queue = []
    heldBytes = 0
  }

  function judge(ending: Ending): DecodedReply & { readonly edits: readonly ReplyEdit[] } {
    judged = true
    const whole = format.decodeReply(reader.body())
    // calls that never reach the client are not proposed to it
    const calls = ending === 'complete' ? whole.calls : whole.calls.filter(({ hosted }) => hosted)
    const reply = { ...whole, calls, ending }
    return { ...reply, edits: options.judgeReply(reply) }
  }

  function closing(out: Uint8Array[]): void {
    const last = frames.close()
    if (last !== undefined) out.push(last)
    shut()
  }

  function refuse(refusal: Refusal, out: Uint8Array[]): void {
    release(({ withheld }) => !withheld, out)
    out.push(...writer.refuse(refusal, reader.body()))
    closing(out)
  }

  function denied(message: string, out: Uint8Array[]): void {
    release(({ withheld }) => !withheld, out)
    out.push(...writer.fail(message, 'denied'))
    closing(out)
  }

  /** The reply broke: what is cleared leaves, an unjudged call never does. */
  function breakOff(ending: Ending, message: string, out: Uint8Array[], lastWord?: Held): void {
    for (const channel of channels.values()) channel.close()
    const refusal = blockedBy()
    if (refusal !== undefined) refuse(refusal, out)
    else {
      release(({ withheld }) => !withheld || (hold === 'calls' && !sawCall), out)
      if (lastWord === undefined) {
        out.push(...writer.fail(message, 'broken'))
        closing(out)
      } else {
        out.push(...writer.emit(lastWord.frame, lastWord.reading, [], NO_PLAN))
        shut()
        phase = 'tail'
      }
    }
    judge(refusal === undefined ? ending : 'blocked')
  }

  function conclude(out: Uint8Array[]): void {
    for (const channel of channels.values()) channel.close()
    const refusal = blockedBy()
    if (refusal !== undefined) return refuse(refusal, out)
    const reply = judge('complete')
    const error = options.errorInstead?.()
    if (error !== undefined) return denied(error, out)
    const plan = planReply(reply, reply.edits)
    if (plan.refusal !== undefined) return refuse(plan.refusal, out)
    const texts = new Map([...plan.texts].filter(([place]) => !releasedBlocks.has(place)))
    const possible = { ...plan, texts }
    release(() => true, out, isEmptyPlan(possible) ? NO_PLAN : possible)
    phase = 'tail'
  }

  function accept(frame: Frame, out: Uint8Array[], isLast: boolean): void {
    const reading = reader.read(frame)
    if (phase === 'shut') return
    if (phase === 'tail') {
      if (reading.texts.length === 0 && reading.withhold === 'no' && reading.outcome !== 'unreadable')
        out.push(...writer.emit(frame, reading, [], NO_PLAN))
      return
    }
    if (reading.outcome === 'unreadable') {
      if (isLast) return
      return breakOff('failed', 'The provider sent a frame that cannot be read.', out)
    }
    if (reading.outcome === 'failed')
      return breakOff('failed', '', out, { frame, reading, stretches: [], withheld: false })
    enqueue(frame, reading)
    const refusal = blockedBy()
    if (refusal !== undefined) return refuse(refusal, out)
    if (reading.outcome === 'complete') return conclude(out)
    release((held) => !held.withheld && isCleared(held), out)
    if (heldBytes > maxHeldBytes) breakOff('too-large', 'The reply is too large to be judged.', out)
  }

  /** The fail-closed rule, in one place: whatever throws ends the stream with an error. */
  function guarded(step: (out: Uint8Array[]) => void): readonly Uint8Array[] {
    const out: Uint8Array[] = []
    try {
      step(out)
    } catch (problem) {
      options.onProblem?.(problem)
      if (phase !== 'shut') {
        out.push(...writer.fail('The reply could not be judged.', 'broken'))
        closing(out)
      }
    }
    return out
  }

  return {
    push: (bytes) =>
      guarded((out) => {
        for (const frame of splitter.push(bytes)) accept(frame, out, false)
        if (phase === 'open' && splitter.openBytes > maxFrameBytes)
          breakOff('too-large', 'The provider sent a frame that is too large.', out)
      }),
    end: () =>
      guarded((out) => {
        for (const frame of splitter.end()) accept(frame, out, true)
        if (phase === 'open') {
          if (reader.isWhole) conclude(out)
          else breakOff('cut', 'The provider ended the stream before the reply was complete.', out)
        }
        if (!judged) judge('blocked')
        shut()
      }),
    abort: (message) =>
      guarded((out) => {
        if (phase === 'shut') return
        out.push(...writer.fail(message, 'broken'))
        closing(out)
        if (!judged) judge('failed')
      }),
    cancel() {
      guarded(() => {
        shut()
        if (!judged) judge('cancelled')
      })
    },
    get isHolding() {
      return phase === 'open' && (queue.length > 0 || splitter.openBytes > 0)
    },
    get isShut() {
      return phase === 'shut'
    },
    keepAlive: framing.keepAlive,
  }
}
