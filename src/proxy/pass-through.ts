import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { flushSoon } from './flush-soon.ts'
import type { Gateway } from './gateway.ts'
import { forwardedReplyHeaders, forwardedRequestHeaders } from './headers.ts'
import { reasonOf } from './log.ts'
import { callUpstream } from './upstream-call.ts'
import type { Upstream } from './upstreams.ts'

export interface Passage {
  readonly gateway: Gateway
  readonly upstream: Upstream
  readonly path: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The body when part of it has already been read. */
  readonly body?: Uint8Array | Readable
  readonly onEnd: () => void
}

const nothing = (): boolean => false
const theLength = (name: string): boolean => name === 'content-length'

/** Bytes in, the same bytes out, with the pace of the slower side and without a limit on their number. */
export function passThrough({ gateway, upstream, path, request, response, body, onEnd }: Passage): void {
  let isOver = false
  const finish = (): void => {
    if (isOver) return
    isOver = true
    onEnd()
  }
  const given = body ?? (hasBody(request) ? request : null)
  const call = callUpstream(
    upstream.pool,
    {
      method: request.method ?? 'GET',
      path,
      headers: forwardedRequestHeaders(request.rawHeaders, given instanceof Uint8Array ? theLength : nothing),
      body: given,
    },
    {
      head({ status, statusText, headers }) {
        response.writeHead(status, statusText, forwardedReplyHeaders(headers))
        flushSoon(response)
        response.on('drain', () => call.resume())
      },
      data: (chunk) => response.write(chunk),
      end() {
        response.end()
        finish()
      },
      failed(error) {
        gateway.traffic.upstreamErrors += 1
        gateway.log({
          level: 'warn',
          code: 'upstream-failed',
          message: `${upstream.origin}: ${reasonOf(error)}`,
        })
        if (response.headersSent) response.destroy()
        else {
          response.writeHead(502, { 'content-type': 'application/json', connection: 'close' })
          response.end(
            JSON.stringify({ error: { message: 'The provider could not be reached.', type: 'api_error' } }),
          )
        }
        finish()
      },
    },
  )
  response.once('close', () => {
    if (!response.writableFinished) call.abort()
    finish()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
