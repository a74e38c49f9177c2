import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { administer, type Admin } from './admin.ts'
import { ExchangeChaos } from './chaos-exchange.ts'
import { invocationIn } from './chaos-invocation.ts'
import { fetchesWithheld } from './comes-later.ts'
import { credentialHash, credentialOf, isSameSecret } from './credentials.ts'
import { Exchange } from './exchange.ts'
import type { Gateway } from './gateway.ts'
import { headerOf } from './headers.ts'
import { reasonOf } from './log.ts'
import { passThrough } from './pass-through.ts'
import { destinationOf } from './routes.ts'
import type { Tenant } from './tenant.ts'
import type { Tenants } from './tenants.ts'
import { isLoopback } from './upstreams.ts'

export interface ServerParts {
  readonly gateway: Gateway
  readonly tenants: Tenants
  readonly admin: Admin
  /** Without one, everything is open to this machine and administration is shut. */
  readonly token: string | undefined
  /** Every request must show the token, because others than this machine can reach us. */
  readonly isPublic: boolean
  readonly status: () => Promise<object>
  readonly metrics: () => string
}

/** Long enough for a model that thinks before its first byte; the body of a request must be there much sooner. */
const REQUEST_TIMEOUT_MS = 300_000

export function createGatewayServer(parts: ServerParts): Server {
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      handle(parts, request, response)
    },
  )
  // half a request, or something that is not HTTP: said in HTTP, and the connection is over
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    else socket.destroy()
  })
  return server
}

function handle(parts: ServerParts, request: IncomingMessage, response: ServerResponse): void {
  const { gateway, tenants } = parts
  gateway.traffic.requests += 1
  // an aborted socket is told by `close`; without a listener it would end the process
  response.on('error', () => undefined)
  // a client that takes us for its proxy writes the whole address
  if (!request.url?.startsWith('/')) request.url = withoutOrigin(request.url ?? '/')
  const { url } = request
  const own = ownPage(parts, request, url)
  if (own !== undefined) return void own.then((answer) => sendPage(response, answer))
  if (parts.isPublic && !hasToken(parts, request))
    return sendPage(response, problem(401, 'this gateway needs its token in x-holdfast-token'))
  const invocation = invocationIn(url, gateway.chaos)
  if (invocation === 'unknown') return sendPage(response, problem(404, 'there is no such invocation'))
  const selected = tenants.select(invocation?.path ?? url, request.rawHeaders)
  const destination =
    selected === undefined
      ? undefined
      : destinationOf(
          request.method ?? 'GET',
          selected.path,
          headerOf(request.rawHeaders, 'x-http-method-override'),
        )
  if (selected === undefined || destination === undefined)
    return sendPage(
      response,
      problem(404, 'there is nothing here; base URLs end in /anthropic, /openai, /gemini or /openrouter'),
    )
  const { tenant } = selected
  const upstream = tenant.upstreams[destination.provider]
  const path = upstream.pathOf(destination.path)
  gateway.traffic.openExchanges += 1
  if (destination.judged === undefined) {
    const refusal = whyNot(parts, tenant, destination.path, request)
    if (refusal !== undefined) {
      gateway.traffic.openExchanges -= 1
      gateway.traffic.refused += 1
      return sendPage(response, problem(403, refusal))
    }
    gateway.traffic.passedThrough += 1
    const onEnd = (): void => void (gateway.traffic.openExchanges -= 1)
    return passThrough({ gateway, upstream, path, request, response, onEnd })
  }
  const { format, route } = destination.judged
  const chaos = invocation && new ExchangeChaos(invocation, gateway.chaos?.sleep)
  const exchange = new Exchange({ gateway, tenant, upstream, format, route, path, request, response, chaos })
  exchange.run().catch((error: unknown) => exchange.broken(error))
}

function withoutOrigin(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/iu, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Why a request that nothing judges may still not pass. */
function whyNot(
  { gateway }: ServerParts,
  tenant: Tenant,
  path: string,
  { method, rawHeaders }: IncomingMessage,
): string | undefined {
  if (gateway.refusesUnjudged && method === 'POST' && tenant.mode === 'enforce')
    return 'nothing here judges this path, and this gateway refuses what is not judged'
  const client = credentialHash(credentialOf(rawHeaders, path))
  return fetchesWithheld(tenant, client, path)
    ? 'a call of this reply was blocked, so the reply cannot be fetched again'
    : undefined
}

interface Page {
  readonly status: number
  readonly type: string
  readonly body: string
}

function problem(status: number, message: string): Page {
  return {
    status,
    type: 'application/json',
    body: JSON.stringify({ error: { type: 'holdfast_error', message } }),
  }
}

function json(status: number, body: object): Page {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

/** A quick look, because every request passes here. */
const OWN_PAGES = /^\/(?:health|status|metrics|admin\/)/u

/** Pages of the gateway itself; `undefined` for everything that is meant for a provider. */
function ownPage(parts: ServerParts, request: IncomingMessage, url: string): Promise<Page> | undefined {
  if (!OWN_PAGES.test(url)) return undefined
  const path = url.split('?', 1)[0]!
  if (path === '/health') return Promise.resolve(json(200, { status: 'ok' }))
  const isAdmin = path.startsWith('/admin/')
  if (path !== '/status' && path !== '/metrics' && !isAdmin) return undefined
  return Promise.resolve(ownPageBehindDoor(parts, request, path, isAdmin)).catch((error: unknown) => {
    parts.gateway.log({ level: 'error', code: 'page-failed', message: reasonOf(error) })
    return problem(500, 'this page could not be made')
  })
}

async function ownPageBehindDoor(
  parts: ServerParts,
  request: IncomingMessage,
  path: string,
  isAdmin: boolean,
): Promise<Page> {
  // a web page in a browser of this machine may send requests here under a name of its own
  if (!parts.isPublic && !isLoopbackHost(request.headers.host))
    return problem(403, 'this page is only for this machine')
  if (isAdmin && parts.token === undefined)
    return problem(403, 'administration is shut: start the gateway with a token')
  if ((isAdmin || parts.isPublic) && !hasToken(parts, request))
    return problem(401, 'the token is missing or wrong')
  if (isAdmin) {
    const { status, body } = await administer(parts.admin, request.method ?? 'GET', path)
    return json(status, body)
  }
  return path === '/status'
    ? json(200, await parts.status())
    : { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: parts.metrics() }
}

function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return true
  return isLoopback(host.replace(/:\d+$/u, '').replace(/^\[|\]$/gu, ''))
}

/** `Authorization` belongs to the provider on provider paths, so our token has a header of its own. */
function hasToken({ token }: ServerParts, request: IncomingMessage): boolean {
  if (token === undefined) return false
  const own = headerOf(request.rawHeaders, 'x-holdfast-token')
  const path = request.url ?? ''
  const isOwnPage = path.startsWith('/admin/') || path.startsWith('/status') || path.startsWith('/metrics')
  const bearer = isOwnPage ? /^Bearer +(.+)$/iu.exec(request.headers.authorization ?? '')?.[1] : undefined
  return isSameSecret(own ?? bearer, token)
}

function sendPage(response: ServerResponse, { status, type, body }: Page): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  response.end(body)
}
