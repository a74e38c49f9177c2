import type { UpstreamCall, UpstreamHead, UpstreamListener, UpstreamRequest } from './upstream-call.ts'
import type { Exchange } from './exchange.ts'
import { headerOf } from './headers.ts'
import { errorReply } from './error-reply.ts'
import { reasonOf } from './log.ts'
import { streamReply } from './stream-reply.ts'
import { wholeReply } from './whole-reply.ts'

/** What is made of a reply, once its head says what it is. */
export type ReplyListener = Omit<UpstreamListener, 'head'> & {
  /** The client went away. */
  gone(): void
}

/** Sends the request and gives the reply to whoever can deal with its kind. */
export function receiveReply(exchange: Exchange, request: UpstreamRequest): void {
  const { gateway, response } = exchange
  let listener: ReplyListener | undefined
  const guarded = <Result>(step: () => Result, otherwise: Result): Result => {
    try {
      return step()
    } catch (error) {
      call.abort()
      exchange.broken(error)
      return otherwise
    }
  }
  const call: UpstreamCall = exchange.ask(request, {
    head: (head) =>
      guarded(() => void (listener = listenerFor(exchange, head, () => call.resume())), undefined),
    data: (chunk) => guarded(() => listener?.data(chunk) ?? true, true),
    end: () => guarded(() => listener?.end(), undefined),
    failed(error) {
      gateway.traffic.upstreamErrors += 1
      gateway.log({
        level: 'warn',
        code: 'upstream-failed',
        message: `${exchange.upstream.origin}: ${reasonOf(error)}`,
      })
      guarded(
        () => (listener === undefined ? unreachable(exchange, error) : listener.failed(error)),
        undefined,
      )
    },
  })
  response.once('close', () => {
    if (response.writableFinished) return
    gateway.traffic.clientsGone += 1
    call.abort()
    exchange.guarded(() => listener?.gone())
    exchange.concludeEmpty('cancelled', 'client-gone')
    exchange.close()
  })
}

function listenerFor(exchange: Exchange, head: UpstreamHead, resume: () => void): ReplyListener {
  if (head.status < 200 || head.status > 299) return errorReply(exchange, head, resume)
  return isStream(exchange, head) ? streamReply(exchange, head, resume) : wholeReply(exchange, head, resume)
}

export function isStream({ route, decoded }: Exchange, head: UpstreamHead): boolean {
  const type = headerOf(head.headers, 'content-type')?.toLowerCase() ?? ''
  return (
    route.framing !== undefined || type.includes('event-stream') || (decoded.stream && !type.includes('json'))
  )
}

/** The connection failed before any answer; clients may repeat this. */
function unreachable(exchange: Exchange, error: Error): void {
  exchange.concludeEmpty('failed', 'unreachable')
  const isTimeout = (error as { code?: string }).code === 'UND_ERR_HEADERS_TIMEOUT'
  exchange.fail(
    isTimeout ? 504 : 502,
    isTimeout ? 'The provider did not answer in time.' : 'The provider could not be reached.',
    isTimeout ? 'upstream-timeout' : 'upstream-unreachable',
  )
}
