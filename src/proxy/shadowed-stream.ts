import type { Transform } from 'node:stream'
import { createStreamGate, type StreamGate } from '../wire/stream-gate.ts'
import type { Exchange } from './exchange.ts'
import { flushSoon } from './flush-soon.ts'
import { forwardedReplyHeaders } from './headers.ts'
import { reasonOf } from './log.ts'
import type { ReplyListener } from './receive-reply.ts'
import type { UpstreamHead } from './upstream-call.ts'

/** Nothing is acted upon: bytes pass at once as they came, and a gate whose output nobody sees reads along. */
export class ShadowedStream implements ReplyListener {
  private readonly gate: StreamGate
  private readonly decoder: Transform | undefined
  /** The bytes pass all the same; only nobody can read along any more. */
  private isGarbled = false

  constructor(
    private readonly exchange: Exchange,
    head: UpstreamHead,
    resume: () => void,
    decoder: Transform | 'unreadable' | undefined,
  ) {
    const { response, route, format } = exchange
    this.gate = createStreamGate({
      format,
      ...(route.framing && { framing: route.framing }),
      judgeReply: (reply) => {
        exchange.conclude(reply, true)
        return []
      },
      onProblem: (problem) => this.note(problem),
    })
    this.decoder = decoder === 'unreadable' ? undefined : decoder
    this.decoder
      ?.on('data', (chunk: Buffer) => void this.gate.push(chunk))
      .on('end', () => this.finish())
      .on('error', () => void (this.isGarbled = true))
    if (decoder === 'unreadable') exchange.concludeEmpty('cut', 'unreadable')
    response.writeHead(head.status, head.statusText, forwardedReplyHeaders(head.headers))
    flushSoon(response)
    response.on('drain', resume)
  }

  data(chunk: Buffer): boolean {
    if (this.isGarbled) return this.exchange.response.write(chunk)
    if (this.decoder !== undefined) this.decoder.write(chunk)
    else if (this.exchange.needsConclusion) this.gate.push(chunk)
    return this.exchange.response.write(chunk)
  }

  end(): void {
    if (this.decoder === undefined || this.isGarbled) return this.finish()
    this.decoder.once('error', () => this.finish())
    this.decoder.end()
  }

  failed(): void {
    this.gate.cancel()
    this.exchange.response.destroy()
    this.exchange.close()
  }

  gone(): void {
    this.gate.cancel()
  }

  private finish(): void {
    if (this.exchange.needsConclusion) this.gate.end()
    this.exchange
      .flush()
      .catch((error: unknown) => this.note(error))
      .finally(() => {
        this.exchange.response.end()
        this.exchange.close()
      })
  }

  private note(problem: unknown): void {
    this.exchange.gateway.log({ level: 'error', code: 'not-judged', message: reasonOf(problem) })
  }
}
