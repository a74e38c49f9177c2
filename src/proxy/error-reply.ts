import type { Exchange } from './exchange.ts'
import { forwardedReplyHeaders } from './headers.ts'
import type { ReplyListener } from './receive-reply.ts'
import type { UpstreamHead } from './upstream-call.ts'

/** What is no success passes as it came: errors are the provider's own words. */
export function errorReply(exchange: Exchange, head: UpstreamHead, resume: () => void): ReplyListener {
  const { response } = exchange
  exchange.concludeEmpty('failed', `http-${head.status}`)
  response.writeHead(head.status, head.statusText, forwardedReplyHeaders(head.headers))
  response.on('drain', resume)
  return {
    data: (chunk) => response.write(chunk),
    end() {
      response.end()
      exchange.close()
    },
    failed() {
      // half an error cannot be repaired: the client must see that it was cut
      response.destroy()
      exchange.close()
    },
    gone: () => undefined,
  }
}
