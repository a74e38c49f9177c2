import type { Dispatcher } from 'undici'
import type { ModelAction, ProviderRefusal } from '../chaos/model-action.ts'
import type { WireAnswer } from '../wire/denial.ts'
import type { WireFormat } from '../wire/format.ts'
import { damagedReply, type DamagedReply, type ReplyToDamage } from './chaos-reply.ts'
import { decodeBody } from './encodings.ts'
import { BODY_HEADERS, forwardedReplyHeaders, headerOf } from './headers.ts'
import {
  callUpstream,
  type UpstreamCall,
  type UpstreamHead,
  type UpstreamListener,
  type UpstreamRequest,
} from './upstream-call.ts'

export interface DamagingOptions extends Omit<ReplyToDamage, 'bytes' | 'isStream'> {
  readonly action: ModelAction
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Whether a reply with this head comes piece by piece. */
  readonly isStream: (head: UpstreamHead) => boolean
  readonly maxBodyBytes: number
}

/** A provider in trouble: everything behind this line takes what it says for the provider's own words. */
export function callDamagedUpstream(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  listener: UpstreamListener,
  options: DamagingOptions,
): UpstreamCall {
  return new DamagedCall(dispatcher, request, listener, options)
}

class DamagedCall implements UpstreamCall {
  private inner: UpstreamCall | undefined
  private wake: (() => void) | undefined
  private readonly stopped = new AbortController()

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly request: UpstreamRequest,
    private readonly listener: UpstreamListener,
    private readonly options: DamagingOptions,
  ) {
    // nobody is called back before whoever asked holds the call in its hands
    setImmediate(() => {
      this.run().catch((error: unknown) => this.listener.failed(asError(error)))
    })
  }

  resume(): void {
    this.inner?.resume()
    this.wake?.()
  }

  abort(): void {
    this.stopped.abort()
    this.wake?.()
    this.inner?.abort()
  }

  private async run(): Promise<void> {
    const { action, format } = this.options
    await this.wait(action.delayMs)
    if (action.timeOutAfterMs !== undefined) {
      await this.wait(action.timeOutAfterMs)
      const message = `The request timed out after ${action.timeOutAfterMs} ms.`
      return this.playAnswer(format.error({ status: 504, message }))
    }
    if (action.refusal !== undefined) return this.playAnswer(refusalAnswer(format, action.refusal))
    if (this.stopped.signal.aborted) return
    if (action.edits.length === 0) this.inner = callUpstream(this.dispatcher, this.request, this.listener)
    else this.collect()
  }

  /** Takes the whole reply before damaging it: what stands at its end decides what may stand in its middle. */
  private collect(): void {
    const chunks: Buffer[] = []
    let head: UpstreamHead | undefined
    this.inner = callUpstream(this.dispatcher, withoutCompression(this.request), {
      head: (found) => void (head = found),
      data(chunk) {
        chunks.push(chunk)
        return true
      },
      end: () => {
        this.inner = undefined
        if (head === undefined) return this.listener.failed(new Error('the reply had no head'))
        this.damage(head, Buffer.concat(chunks)).catch((error: unknown) =>
          this.listener.failed(asError(error)),
        )
      },
      failed: (error) => {
        this.missAll()
        this.listener.failed(error)
      },
    })
  }

  private async damage(head: UpstreamHead, bytes: Buffer): Promise<void> {
    const { action, maxBodyBytes, isStream, ...reply } = this.options
    const plain = decodeBody(bytes, headerOf(head.headers, 'content-encoding'), maxBodyBytes)
    if (head.status < 200 || head.status > 299 || plain === undefined) {
      this.missAll()
      return this.play(head, { pieces: [bytes], pauseMs: 0, isCut: false })
    }
    const headers = forwardedReplyHeaders(head.headers, BODY_HEADERS)
    const damaged = damagedReply({ ...reply, isStream: isStream(head), bytes: plain }, action)
    await this.play({ ...head, headers }, damaged)
  }

  private missAll(): void {
    const { edits, missed } = this.options.action
    for (const edit of edits) missed?.(edit)
  }

  private playAnswer({ status, headers, body }: WireAnswer): Promise<void> {
    const head = { status, statusText: '', headers: Object.entries(headers).flat() }
    return this.play(head, { pieces: [Buffer.from(body)], pauseMs: 0, isCut: false })
  }

  private async play(head: UpstreamHead, { pieces, pauseMs, isCut }: DamagedReply): Promise<void> {
    const { signal } = this.stopped
    if (signal.aborted) return
    this.listener.head(head)
    for (const piece of pieces) {
      await this.wait(pauseMs)
      if (signal.aborted) return
      if (!this.listener.data(Buffer.from(piece))) await new Promise<void>((resolve) => (this.wake = resolve))
    }
    if (signal.aborted) return
    if (isCut) this.listener.failed(new Error('the connection broke in the middle of the reply'))
    else this.listener.end()
  }

  private wait(ms: number): Promise<void> {
    return ms > 0 ? this.options.sleep(ms, this.stopped.signal) : Promise.resolve()
  }
}

/** Providers say that they have no room in different words. */
function refusalAnswer(
  format: WireFormat,
  { status, reason, message, retryAfterSeconds }: ProviderRefusal,
): WireAnswer {
  return format.error({
    status: reason === 'overloaded' && format.provider === 'anthropic' ? 529 : status,
    message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterS: retryAfterSeconds }),
  })
}

function withoutCompression(request: UpstreamRequest): UpstreamRequest {
  const headers: string[] = []
  for (let at = 0; at + 1 < request.headers.length; at += 2)
    if (request.headers[at]!.toLowerCase() !== 'accept-encoding')
      headers.push(request.headers[at]!, request.headers[at + 1]!)
  return { ...request, headers: [...headers, 'accept-encoding', 'identity'] }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
