import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChaosRun, ToolCallSeen } from '../chaos/chaos-run.ts'
import { nextCallId } from './call-ids.ts'
import { HoldfastError } from '../kit/errors.ts'
import { relayToTool } from './relay-to-tool.ts'
import { renderToolAction, sendProblem } from './render-tool-action.ts'
import { realSleep, type Sleep } from './sleep.ts'

/** The real address of a tool. */
export interface ToolRoute {
  readonly url: string
}

export interface ToolRoutesOptions {
  readonly sleep?: Sleep
  readonly host?: string
  /** 0 takes any free port. */
  readonly port?: number
}

export interface ToolRoutes {
  readonly url: string
  /** What an agent under test takes for the address of the tool. */
  urlFor(token: string, tool: string): string
  close(): Promise<void>
}

interface Routing {
  readonly tools: ReadonlyMap<string, URL>
  readonly runOf: (token: string) => ChaosRun | undefined
  readonly sleep: Sleep
}

/**
 * A reverse proxy in front of HTTP tools: `/~/<token>/<tool>/…` is the tool, as the invocation with this token meets
 * it. A token nobody knows is refused, because what it sends would be counted nowhere.
 */
export async function startToolRoutes(
  routes: Readonly<Record<string, ToolRoute>>,
  runOf: (token: string) => ChaosRun | undefined,
  { sleep = realSleep, host = '127.0.0.1', port = 0 }: ToolRoutesOptions = {},
): Promise<ToolRoutes> {
  const tools = new Map(Object.entries(routes).map(([tool, route]) => [tool, parsedUrl(tool, route.url)]))
  const routing: Routing = { tools, runOf, sleep }
  const server = createServer((request, response) => {
    // an aborted socket is told by `close`; without a listener it would end the process
    response.on('error', () => undefined)
    handle(routing, request, response).catch(() => response.destroy())
  })
  const bound = await listen(server, host, port)
  const url = `http://${host}:${bound.port}`
  return {
    url,
    urlFor: (token, tool) => `${url}/~/${encodeURIComponent(token)}/${encodeURIComponent(tool)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function parsedUrl(tool: string, url: string): URL {
  const parsed = URL.parse(url)
  if (parsed !== null && /^https?:$/u.test(parsed.protocol)) return parsed
  throw new HoldfastError('HF_USAGE', `\`${url}\` is no http(s) address for the tool \`${tool}\``)
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

async function handle(
  { tools, runOf, sleep }: Routing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const named = namedIn(request.url ?? '/')
  const run = named === undefined ? undefined : runOf(named.token)
  const base = named === undefined ? undefined : tools.get(named.tool)
  if (named === undefined || run === undefined)
    return sendProblem(response, 404, 'there is no such invocation')
  if (base === undefined) return sendProblem(response, 404, `there is no tool \`${named.tool}\` here`)
  const target = joined(base, named.rest)
  const call: ToolCallSeen = { callId: nextCallId(run, named.tool), tool: named.tool, url: target.href }
  const action = run.toolCall('tool', call)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  if (action.delayMs > 0) await sleep(action.delayMs, gone.signal)
  if (gone.signal.aborted) return
  if (action.kind === 'run') return relayToTool(run, call, target, request, response)
  request.resume()
  return renderToolAction(action, request, response, { sleep, signal: gone.signal })
}

function namedIn(
  url: string,
): { readonly token: string; readonly tool: string; readonly rest: string } | undefined {
  const found = /^\/~\/([^/?]+)\/([^/?]+)(.*)$/su.exec(url)
  if (found === null) return undefined
  try {
    return {
      token: decodeURIComponent(found[1]!),
      tool: decodeURIComponent(found[2]!),
      rest: found[3]!,
    }
  } catch {
    return undefined
  }
}

/** What the agent adds to the address follows the tool's own path; both queries stay. */
function joined(base: URL, rest: string): URL {
  const at = rest.indexOf('?')
  const [path, query] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at + 1)]
  const target = new URL(base)
  if (path !== '' && path !== '/') target.pathname = `${base.pathname.replace(/\/$/u, '')}${path}`
  if (query !== '') target.search = base.search === '' ? `?${query}` : `${base.search}&${query}`
  return target
}
