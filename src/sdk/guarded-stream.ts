import { createStreamGate, type StreamGate } from '../wire/stream-gate.ts'
import type { TextFilter } from '../wire/text-filter.ts'
import type { Breach } from './contract-breach-error.ts'
import { BLOCKED_TEXT } from '../exchange/text-rules.ts'
import type { FetchExchange } from './fetch-exchange.ts'
import { plainHeaders } from './guarded-whole.ts'

/** A reply that arrives piece by piece: text flows, calls wait for their judgement. */
export function guardStream(
  exchange: FetchExchange,
  response: Response,
  body: ReadableStream<Uint8Array>,
  errorFor: (breach: Breach) => Error,
): Response {
  const source = exchange.isShadow
    ? new ShadowedSource(exchange, body.getReader())
    : new GuardedSource(exchange, body.getReader(), errorFor)
  const { status, statusText, headers } = response
  // no read-ahead: what the client does not ask for waits at the provider
  const stream = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
  return new Response(stream, { status, statusText, headers: plainHeaders(headers) })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Controller = ReadableStreamDefaultController<Uint8Array>

/** Nothing is acted upon: bytes pass at once, and a gate whose output nobody sees reads along. */
class ShadowedSource {
  private readonly gate: StreamGate

  constructor(
    private readonly exchange: FetchExchange,
    private readonly reader: Reader,
  ) {
    const { format, route } = exchange
    this.gate = createStreamGate({
      format,
      ...(route.framing && { framing: route.framing }),
      judgeReply(reply) {
        exchange.conclude(reply, true)
        return []
      },
    })
  }

  async pull(controller: Controller): Promise<void> {
    const { done, value } = await this.reader.read().catch((error: unknown) => this.lost(error))
    if (!done) {
      this.gate.push(value)
      controller.enqueue(value)
      return
    }
    this.gate.end()
    this.exchange.close()
    controller.close()
  }

  async cancel(reason: unknown): Promise<void> {
    this.gate.cancel()
    this.exchange.close()
    await this.reader.cancel(reason)
  }

  private lost(error: unknown): never {
    this.gate.cancel()
    this.exchange.close()
    throw error
  }
}

const LINE_FEED = 0x0a

class GuardedSource {
  private readonly gate: StreamGate
  private readonly waiting: Uint8Array[] = []
  private breach: Breach | undefined
  /** Something broke while judging: the reader is told and nothing more leaves. */
  private problem: unknown
  /** A value that must not leave has ended the text; what the gate says in its place is for other surfaces. */
  private isTextBlocked = false
  private mustFlush = false
  private hasEnded = false

  constructor(
    private readonly exchange: FetchExchange,
    private readonly reader: Reader,
    private readonly errorFor: (breach: Breach) => Error,
  ) {
    const { format, route, hidesUsage, conversations } = exchange
    const { filterFor } = conversations.needs.text
    this.gate = createStreamGate({
      format,
      hideUsage: hidesUsage,
      ...(route.framing && { framing: route.framing }),
      ...(filterFor && { filterFor: () => this.observed(filterFor()) }),
      judgeReply: (reply) => {
        const judgement = exchange.conclude(reply, true)
        const { edits, breach } = exchange.outcomeOf(judgement)
        this.breach = breach
        this.mustFlush ||= judgement.turnEnded || judgement.denial !== undefined
        return edits
      },
      onProblem: (problem) => {
        this.problem = problem ?? new Error('the reply could not be judged')
      },
    })
  }

  async pull(controller: Controller): Promise<void> {
    while (this.waiting.length === 0 && !this.isStopped && !this.hasEnded) await this.step()
    const next = this.waiting.shift()
    if (next !== undefined) return controller.enqueue(next)
    if (this.isStopped) return this.stop(controller)
    this.exchange.close()
    controller.close()
  }

  async cancel(reason: unknown): Promise<void> {
    this.gate.cancel()
    this.exchange.close()
    await this.reader.cancel(reason)
  }

  private get isStopped(): boolean {
    return this.breach !== undefined || this.problem !== undefined
  }

  private async step(): Promise<void> {
    const { done, value } = await this.reader.read().catch((error: unknown) => this.lost(error))
    if (done) {
      this.hasEnded = true
      this.keep(this.gate.end())
      // the text was cut short, so a reader that is to be told by an error must get one
      if (this.isTextBlocked && this.exchange.throwsDenials)
        this.breach ??= this.exchange.breachOf({ message: BLOCKED_TEXT, clause: undefined })
    } else for (const piece of this.piecesOf(value)) this.keep(this.gate.push(piece))
    if (!this.mustFlush) return
    this.mustFlush = false
    await this.exchange.flush()
  }

  /** Line by line where a denial throws, so that text in front of it is delivered however the network cut it. */
  private piecesOf(chunk: Uint8Array): Iterable<Uint8Array> {
    return this.exchange.throwsDenials ? linesOf(chunk) : [chunk]
  }

  private keep(bytes: readonly Uint8Array[]): void {
    if (this.isStopped || (this.isTextBlocked && this.exchange.throwsDenials)) return
    this.waiting.push(...bytes)
  }

  private observed(filter: TextFilter): TextFilter {
    const watch = (release: ReturnType<TextFilter['push']>): typeof release => {
      this.isTextBlocked ||= release.blocked !== undefined
      return release
    }
    return { push: (text) => watch(filter.push(text)), flush: () => watch(filter.flush()) }
  }

  private async stop(controller: Controller): Promise<void> {
    this.exchange.close()
    controller.error(this.breach === undefined ? this.problem : this.errorFor(this.breach))
    await this.reader.cancel().catch(() => undefined)
  }

  /** The provider or the client broke off; whoever reads gets the very error. */
  private lost(error: unknown): never {
    this.gate.abort('The provider broke off the stream.')
    this.exchange.close()
    throw error
  }
}

function* linesOf(chunk: Uint8Array): Iterable<Uint8Array> {
  let start = 0
  for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
    yield chunk.subarray(start, end + 1)
    start = end + 1
  }
  if (start < chunk.length) yield chunk.subarray(start)
}
