import { createStreamGate } from '../wire/stream-gate.ts'
import { decodeBody } from './encodings.ts'
import type { Exchange } from './exchange.ts'
import { BODY_HEADERS, forwardedReplyHeaders, headerOf } from './headers.ts'
import { parseBody } from './parse-body.ts'
import type { ReplyListener } from './receive-reply.ts'
import type { UpstreamHead } from './upstream-call.ts'

/** A reply in one piece: judged when it is complete, and passed on with the very bytes it came in. */
export function wholeReply(exchange: Exchange, head: UpstreamHead, resume: () => void): ReplyListener {
  const { gateway, response } = exchange
  const chunks: Buffer[] = []
  let length = 0
  let isPassing = false

  /** In shadow, or while the gateway is open, what is too large to be judged flows on unjudged. */
  function overflow(): void {
    if (!exchange.isShadow && !gateway.fail.mayOverlook('a reply larger than the limit')) {
      isPassing = true
      exchange.concludeEmpty('too-large', 'too-large')
      return exchange.fail(502, 'The reply is larger than Holdfast can judge.', 'reply-too-large')
    }
    isPassing = true
    gateway.traffic.notJudged += 1
    exchange.concludeEmpty('too-large', 'too-large')
    response.writeHead(head.status, head.statusText, forwardedReplyHeaders(head.headers))
    response.on('drain', resume)
    for (const chunk of chunks) response.write(chunk)
  }

  return {
    data(chunk) {
      if (isPassing) return response.writableEnded ? true : response.write(chunk)
      chunks.push(chunk)
      length += chunk.length
      if (length > gateway.maxBodyBytes || !exchange.hold(chunk.length)) overflow()
      return true
    },
    end() {
      if (isPassing) {
        if (!response.writableEnded) response.end()
        exchange.close()
        return
      }
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      settle(exchange, head, bytes).catch((error: unknown) => exchange.broken(error))
    },
    failed() {
      exchange.concludeEmpty('cut', 'cut')
      exchange.fail(502, 'The provider broke off its reply.', 'upstream-reset')
    },
    gone: () => undefined,
  }
}

async function settle(exchange: Exchange, head: UpstreamHead, bytes: Buffer): Promise<void> {
  const { gateway, format } = exchange
  const plain = decodeBody(bytes, headerOf(head.headers, 'content-encoding'), gateway.maxBodyBytes)
  const value = plain === undefined ? undefined : parseBody(plain)
  if (value === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) {
    // some servers write a stream under the name of JSON, and clients that asked for one read it
    if (plain !== undefined && exchange.decoded.stream && plain.length > 0)
      return settleStream(exchange, head, bytes, plain)
    exchange.concludeEmpty(bytes.length === 0 ? 'failed' : 'cut', 'unreadable')
    if (bytes.length === 0 || exchange.isShadow || gateway.fail.mayOverlook('a reply that is not JSON'))
      return pass(exchange, head, bytes)
    return exchange.fail(502, 'The provider sent a reply that cannot be read.', 'reply-unreadable')
  }
  const judgement = exchange.conclude(format.decodeReply(value), false)
  const { edits, refusal } = exchange.outcomeOf(judgement)
  const isFinal = judgement.turnEnded || judgement.denial !== undefined
  if (isFinal && exchange.tenant.keepsRecords) await exchange.flush()
  if (refusal !== undefined) return exchange.refuse(refusal)
  const edited = edits.length === 0 ? undefined : format.editReply(value, edits)
  if (edited?.changed !== true) return pass(exchange, head, bytes)
  gateway.traffic.rewritten += 1
  const body = Buffer.from(JSON.stringify(edited.body))
  const headers = forwardedReplyHeaders(head.headers, BODY_HEADERS)
  headers.push('content-length', String(body.length), 'x-holdfast-decision', 'rewrite')
  respond(exchange, head, headers, body)
}

async function settleStream(
  exchange: Exchange,
  head: UpstreamHead,
  bytes: Buffer,
  plain: Buffer,
): Promise<void> {
  const gate = createStreamGate({
    format: exchange.format,
    hold: 'reply',
    judgeReply: (reply) => exchange.outcomeOf(exchange.conclude(reply, true)).edits,
  })
  const released = Buffer.concat([...gate.push(plain), ...gate.end()])
  await exchange.flush()
  if (exchange.isShadow || released.equals(plain)) return pass(exchange, head, bytes)
  const headers = forwardedReplyHeaders(head.headers, BODY_HEADERS)
  headers.push('content-length', String(released.length))
  respond(exchange, head, headers, released)
}

function pass(exchange: Exchange, head: UpstreamHead, bytes: Buffer): void {
  respond(exchange, head, forwardedReplyHeaders(head.headers), bytes)
}

function respond(exchange: Exchange, head: UpstreamHead, headers: string[], body: Buffer): void {
  const { response, gateway } = exchange
  if (gateway.isDraining) headers.push('connection', 'close')
  if (!response.destroyed) {
    response.writeHead(head.status, head.statusText, headers)
    response.end(body)
  }
  exchange.close()
}
