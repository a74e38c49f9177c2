import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordStore } from '../store/index.ts'
import type { ClientAssets } from './assets.ts'
import { VIEW_FORMAT, type Overview } from './data.ts'
import type { ReadFileText } from './excerpt.ts'
import { LiveFeed } from './live-feed.ts'
import { livePage } from './page.ts'
import type { RunFolder } from './run-folder.ts'
import { SessionViews } from './views.ts'

export interface DashboardOptions {
  readonly assets: ClientAssets
  readonly version: string
  readonly store: RecordStore
  readonly runs: RunFolder
  readonly readText: ReadFileText
  /** 0 takes any free port. */
  readonly port?: number
  /** How often the live view looks at the store. */
  readonly lookEveryMs?: number
}

export interface Dashboard {
  readonly url: string
  close(): Promise<void>
}

const MOST_ROWS = 1_000

/** Serves the page and its data on this machine only, and to its own page only. */
export async function startDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { assets, version, store, runs, readText, port = 0, lookEveryMs = 500 } = options
  const page = livePage(assets)
  const views = new SessionViews(store, readText)
  const streams = new Set<ServerResponse>()

  async function overview(): Promise<Overview> {
    return { format: VIEW_FORMAT, version, isLive: true, runs: runs.list(), sessions: await views.list() }
  }

  async function answer(path: string, query: URLSearchParams): Promise<unknown> {
    const [area, id = '', part, seq] = path.split('/').map(decodeURIComponent)
    if (area === 'overview') return overview()
    if (area === 'runs') return runs.read(id)
    if (area === 'files') return fileText(readText, runs, id)
    if (area !== 'sessions') return undefined
    if (part === undefined) return views.details(id)
    if (part === 'rows')
      return views.rows(id, numberOf(query, 'from', 0), Math.min(MOST_ROWS, numberOf(query, 'count', 200)))
    return part === 'events' ? views.event(id, Number(seq)) : undefined
  }

  function follow(response: ServerResponse): void {
    const feed = new LiveFeed(store)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': watching\n\n')
    streams.add(response)
    let isLooking = false
    const timer = setInterval(() => {
      if (isLooking) return
      isLooking = true
      void show(feed, response).finally(() => (isLooking = false))
    }, lookEveryMs)
    response.on('close', () => {
      clearInterval(timer)
      streams.delete(response)
    })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, ownHosts())
    if (refusal !== undefined) return send(response, 403, 'text/plain', refusal)
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/') return send(response, 200, 'text/html; charset=utf-8', page)
    if (url.pathname === '/api/live') return follow(response)
    const value = url.pathname.startsWith('/api/')
      ? await answer(url.pathname.slice('/api/'.length), url.searchParams)
      : undefined
    if (value === undefined) return send(response, 404, 'text/plain', 'there is nothing here')
    send(response, 200, 'application/json; charset=utf-8', JSON.stringify(value))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, 500, 'text/plain', `this could not be read: ${(error as Error).message}`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  function ownHosts(): ReadonlySet<string> {
    return new Set([`127.0.0.1:${taken}`, `localhost:${taken}`])
  }
  return {
    url: `http://127.0.0.1:${taken}/`,
    async close() {
      for (const stream of streams) stream.end()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function show(feed: LiveFeed, response: ServerResponse): Promise<void> {
  try {
    const decisions = await feed.look()
    if (decisions.length > 0) response.write(`data: ${JSON.stringify(decisions)}\n\n`)
  } catch (error) {
    response.destroy(error as Error)
  }
}

/**
 * Another page in the same browser must not read this one: a name that resolves to this machine fails by its
 * `host`, a request from another site by what the browser says of it.
 */
function refusalOf({ method, headers }: IncomingMessage, ownHosts: ReadonlySet<string>): string | undefined {
  if (method !== 'GET') return 'only reading is possible here'
  if (!ownHosts.has(headers.host ?? '')) return 'this page is only served to this machine by its own name'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'not for other origins'
  const { origin } = headers
  if (origin !== undefined && !ownHosts.has(origin.replace(/^http:\/\//u, ''))) return 'not for other origins'
  return undefined
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  response.end(body)
}

function numberOf(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise)
  return Number.isSafeInteger(value) && value >= 0 ? value : otherwise
}

/** Only files that a run or record names as its contract may be read, so this is no way to the whole disk. */
function fileText(readText: ReadFileText, runs: RunFolder, file: string): { text: string } | undefined {
  const text = runs.names(file) ? readText(file) : undefined
  return text === undefined ? undefined : { text }
}
