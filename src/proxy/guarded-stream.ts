import type { Refusal } from '../exchange/refusals.ts'
import { createStreamGate, type StreamGate } from '../wire/stream-gate.ts'
import type { Exchange } from './exchange.ts'
import { flushSoon } from './flush-soon.ts'
import { BODY_HEADERS, forwardedReplyHeaders } from './headers.ts'
import { reasonOf } from './log.ts'
import { openStreams, type OpenStream } from './open-streams.ts'
import type { ReplyListener } from './receive-reply.ts'
import type { UpstreamHead } from './upstream-call.ts'

/** Text flows, calls wait for their judgement, and the last words of a turn wait until its records are safe. */
export class GuardedStream implements ReplyListener, OpenStream {
  private readonly gate: StreamGate
  private readonly waiting: Uint8Array[] = []
  private hasBegun = false
  /** Bytes of the reply itself are on their way. */
  private hasSent = false
  /** There was text, which flows; a denial then comes too late for a status of its own, however the bytes were cut. */
  private hasSpoken = false
  /** Only where a denial is an error: the head waits until text is on its way, so that it can still be one. */
  private holdsHead: boolean
  private refusal: Refusal | undefined
  /** Waits until what was recorded is safe. */
  private isFlushing = false
  private hasEnded = false
  /** The client has its answer; whatever else the provider says is for nobody. */
  private isOver = false
  lastWriteMs: number

  constructor(
    private readonly exchange: Exchange,
    private readonly head: UpstreamHead,
    resume: () => void,
  ) {
    const { gateway, tenant, format, route, hidesUsage } = exchange
    const { filterFor } = tenant.needs.text
    this.holdsHead = exchange.denialsAreErrors
    this.lastWriteMs = gateway.nowMs()
    this.gate = createStreamGate({
      format,
      hold: gateway.hold,
      hideUsage: hidesUsage,
      ...(route.framing && { framing: route.framing }),
      filterFor: () => {
        this.hasSpoken = gateway.hold === 'calls'
        this.holdsHead = false
        return filterFor?.()
      },
      judgeReply: (reply) => {
        const judgement = exchange.conclude(reply, true)
        const { edits, refusal } = exchange.outcomeOf(judgement)
        this.refusal = refusal
        this.isFlushing ||= judgement.turnEnded || judgement.denial !== undefined
        if (edits.length > 0) gateway.traffic.rewritten += 1
        this.holdsHead = false
        return edits
      },
      errorInstead: () => this.refusal?.message,
      onProblem: (problem) => this.note(problem),
    })
    exchange.response.on('drain', resume)
    openStreams.add(this)
    gateway.traffic.openStreams += 1
    if (!this.holdsHead) this.begin()
  }

  data(chunk: Buffer): boolean {
    if (this.isOver) return true
    const wasFlushing = this.isFlushing
    const bytes = this.gate.push(chunk)
    const flows = this.write(bytes)
    if (this.isFlushing && !wasFlushing) this.flush()
    return flows
  }

  end(): void {
    this.conclude(() => this.gate.end())
  }

  failed(): void {
    this.conclude(() => this.gate.abort('The provider broke off the stream.'))
  }

  private conclude(lastWords: () => readonly Uint8Array[]): void {
    if (this.isOver) return
    const wasFlushing = this.isFlushing
    const bytes = lastWords()
    this.hasEnded = true
    this.write(bytes)
    if (this.isFlushing && !wasFlushing) this.flush()
    if (!this.isFlushing) this.finish()
  }

  gone(): void {
    this.leave()
    this.gate.cancel()
  }

  /** Keeps the connection alive while a call is being held back. */
  tick(nowMs: number, afterMs: number): void {
    if (!this.hasBegun || this.isFlushing || this.hasEnded || !this.gate.isHolding) return
    if (nowMs - this.lastWriteMs < afterMs) return
    this.lastWriteMs = nowMs
    this.exchange.response.write(this.gate.keepAlive)
  }

  private write(bytes: readonly Uint8Array[]): boolean {
    if (bytes.length === 0) return true
    if (this.isFlushing || this.holdsHead) {
      this.waiting.push(...bytes)
      return true
    }
    return this.put(bytes)
  }

  private put(bytes: readonly Uint8Array[]): boolean {
    const { response, gateway } = this.exchange
    this.begin()
    this.hasSent ||= this.waiting.length > 0 || bytes.length > 0
    if (this.waiting.length > 0) response.write(Buffer.concat(this.waiting.splice(0)))
    this.lastWriteMs = gateway.nowMs()
    if (bytes.length === 0) return true
    return response.write(bytes.length === 1 ? bytes[0] : Buffer.concat(bytes))
  }

  private begin(): void {
    if (this.hasBegun) return
    this.hasBegun = true
    const { response } = this.exchange
    response.writeHead(
      this.head.status,
      this.head.statusText,
      forwardedReplyHeaders(this.head.headers, BODY_HEADERS),
    )
    flushSoon(response)
  }

  /** The last words of a turn leave when its records are safe. */
  private flush(): void {
    this.exchange.flush().then(
      () => this.release(),
      (error: unknown) => this.lost(error),
    )
  }

  private release(): void {
    this.isFlushing = false
    if (this.refusal !== undefined && !this.hasBegun && !this.hasSpoken) return this.refuse(this.refusal)
    this.put([])
    if (this.hasEnded || this.refusal !== undefined) this.finish()
  }

  private lost(error: unknown): void {
    this.note(error)
    this.isFlushing = false
    this.refuse({
      message: '[Holdfast] What happened could not be recorded, so it was stopped.',
      clause: undefined,
    })
  }

  /** An error with a status of its own while nothing has left, and the provider's error inside the stream after that. */
  private refuse(refusal: Refusal): void {
    this.waiting.length = 0
    if (!this.hasBegun) {
      this.isOver = true
      this.leave()
      return this.exchange.refuse(refusal)
    }
    const { format, route } = this.exchange
    const frames = (route.framing ?? format.framing).createWriter()
    // what stands in front of it is not the first frame, and the writer must know
    if (this.hasSent) frames.write('')
    const error = format.stream.createWriter(frames, { hideUsage: false }).fail(refusal.message, 'denied')
    const last = frames.close()
    this.put(last === undefined ? error : [...error, last])
    this.finish()
  }

  private finish(): void {
    this.isOver = true
    this.leave()
    this.put([])
    this.exchange.response.end()
    this.exchange.close()
  }

  private leave(): void {
    if (openStreams.delete(this)) this.exchange.gateway.traffic.openStreams -= 1
  }

  private note(problem: unknown): void {
    this.exchange.gateway.log({ level: 'error', code: 'not-judged', message: reasonOf(problem) })
  }
}
