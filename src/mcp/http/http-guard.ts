import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { HoldfastError } from '../../kit/errors.ts'
import type { McpChaos } from '../chaos.ts'
import type { Log } from '../log.ts'
import type { Sessions } from '../sessions.ts'
import type { ToolRules } from '../tool-list.ts'
import { isLoopback, turnedAway } from './admission.ts'
import { Exchange, type HttpParts } from './exchange.ts'
import { GuardedSessions } from './guarded-sessions.ts'

export interface HttpGuardOptions {
  readonly upstream: URL
  readonly host: string
  readonly port: number
  readonly token: string | undefined
  readonly sessionId: string | undefined
  readonly sessions: Sessions
  readonly rules: ToolRules
  readonly maxMessageBytes: number
  readonly log: Log
  readonly chaos?: McpChaos
}

export interface HttpGuard {
  /** Where clients find the server now. */
  readonly url: string
  close(): Promise<void>
}

/** Stands between clients and a server that speak streamable HTTP, under the same path as the server. */
export async function startHttpGuard(options: HttpGuardOptions): Promise<HttpGuard> {
  const { upstream, host, port, token } = options
  if (!isLoopback(host) && token === undefined)
    throw new HoldfastError(
      'HF_USAGE',
      `\`${host}\` can be reached by others, so a token is needed`,
      'add --token-file <file>, or listen on 127.0.0.1',
    )
  // a stream may be silent for as long as it likes
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const parts: HttpParts = {
    ...options,
    dispatcher,
    sessions: new GuardedSessions(options.sessions, options.sessionId),
  }
  const server = createServer({ requestTimeout: 60_000 }, (request, response) =>
    handle(parts, token, request, response),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new HoldfastError('HF_USAGE', `cannot listen on ${host}:${port}: ${error.message}`)),
    )
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${upstream.pathname}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await dispatcher.destroy()
    },
  }
}

function handle(
  parts: HttpParts,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.on('error', () => undefined)
  const turned = turnedAway({ token }, request.headers)
  if (turned !== undefined) return refuse(response, turned.status, turned.reason)
  const exchange = new Exchange(parts, request, response)
  const run = runOf(parts, exchange, request)
  if (run === undefined)
    return refuse(response, 404, `there is nothing here; the server is at ${parts.upstream.pathname}`)
  run().catch((error: unknown) => exchange.broken(error))
}

/** Only the one path of the server: another one could be a way around us. */
function runOf(
  { upstream }: HttpParts,
  exchange: Exchange,
  { url = '/', method }: IncomingMessage,
): (() => Promise<void>) | undefined {
  // what does not start with one plain slash may be read as another host
  if (!URL.canParse(url, upstream.href) || new URL(url, upstream).origin !== upstream.origin) return undefined
  const { pathname } = new URL(url, upstream)
  if (method === 'GET' && pathname.startsWith('/.well-known/')) return () => exchange.wellKnown()
  if (pathname !== upstream.pathname) return undefined
  if (method === 'POST') return () => exchange.post()
  if (method === 'GET') return () => exchange.get()
  return method === 'DELETE' ? () => exchange.delete() : undefined
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: reason } }))
}
