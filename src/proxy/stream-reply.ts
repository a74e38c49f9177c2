import type { Transform } from 'node:stream'
import { streamDecoder } from './encodings.ts'
import type { Exchange } from './exchange.ts'
import { GuardedStream } from './guarded-stream.ts'
import { headerOf } from './headers.ts'
import type { ReplyListener } from './receive-reply.ts'
import { ShadowedStream } from './shadowed-stream.ts'
import type { UpstreamHead } from './upstream-call.ts'

/** A reply that arrives piece by piece. */
export function streamReply(exchange: Exchange, head: UpstreamHead, resume: () => void): ReplyListener {
  const decoder = streamDecoder(headerOf(head.headers, 'content-encoding'))
  if (exchange.isShadow) return new ShadowedStream(exchange, head, resume, decoder)
  if (decoder === 'unreadable') return unreadable(exchange)
  if (decoder === undefined) return new GuardedStream(exchange, head, resume)
  const stream = new GuardedStream(exchange, head, () => void decoder.resume())
  return decodedFirst(stream, decoder, exchange, resume)
}

function unreadable(exchange: Exchange): ReplyListener {
  exchange.concludeEmpty('cut', 'unreadable')
  exchange.fail(502, 'The provider sent a stream in an encoding that cannot be read.', 'reply-unreadable')
  const ignore = (): void => undefined
  return { data: () => true, end: ignore, failed: ignore, gone: ignore }
}

/** Bytes go through a decoder first: it waits for the client, and the provider waits for it. */
function decodedFirst(
  inner: ReplyListener,
  decoder: Transform,
  exchange: Exchange,
  resume: () => void,
): ReplyListener {
  decoder
    .on('data', (chunk: Buffer) => {
      try {
        if (!inner.data(chunk)) decoder.pause()
      } catch (error) {
        exchange.broken(error)
      }
    })
    .on('end', () => inner.end())
    .on('error', (error) => inner.failed(error))
    .on('drain', resume)
  return {
    data: (chunk) => decoder.write(chunk),
    end: () => decoder.end(),
    // what is still inside comes out first; the decoder then misses the rest and says so
    failed: () => decoder.end(),
    gone() {
      decoder.destroy()
      inner.gone()
    },
  }
}
