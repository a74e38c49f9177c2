import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { toolServer } from './tool-server.ts'
import { environment, httpGuardArgs, until, type World } from './world.ts'

export type Era = 'legacy-stream' | 'legacy-json' | 'modern'

/** A real server on a real port, with sessions as the older revision has them or without. */
export function startServer(place: World, era: Era): Promise<string> {
  const options = { callLog: join(place.folder, 'calls.jsonl') }
  const serve =
    era === 'modern'
      ? createMcpHandler(() => toolServer(options)).fetch
      : sessionServer(options, era === 'legacy-json')
  return listen((request, response) => {
    // to the newer revision, a client that hangs up has cancelled
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    void webRequest(request, gone.signal)
      .then(serve)
      .then((answer) => relayed(answer, response))
  })
}

function relayed({ status, headers, body }: Response, response: ServerResponse): void {
  response.writeHead(status, Object.fromEntries(headers))
  if (body === null) {
    response.end()
    return
  }
  response.flushHeaders()
  const source = Readable.fromWeb(body)
  source.on('error', () => response.destroy()).pipe(response)
  response.once('close', () => source.destroy())
}

function sessionServer(
  options: { readonly callLog: string },
  enableJsonResponse: boolean,
): (request: Request) => Promise<Response> {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>()
  return async (request) => {
    const known = transports.get(request.headers.get('mcp-session-id') ?? '')
    if (known !== undefined) return known.handleRequest(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
      enableJsonResponse,
    })
    await toolServer(options).connect(transport)
    return transport.handleRequest(request)
  }
}

async function webRequest(request: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const hasBody = request.method === 'POST'
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method!,
    signal,
    headers: new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    ),
    ...(hasBody ? { body: Buffer.concat(parts) } : {}),
  })
}

/** The URL of a server that answers as it is told. */
export async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** A real guard process in front of it; resolves with its URL. */
export async function startGuard(
  place: World,
  upstream: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; stop(): Promise<number | null> }> {
  const guard = spawn(process.execPath, httpGuardArgs(place, upstream, options), {
    env: environment(place, env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise<number | null>((resolve) => {
    guard.once('exit', resolve)
  })
  onTestFinished(() => void guard.kill('SIGKILL'))
  let out = ''
  guard.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  await until(() => out.includes(' at http'))
  return {
    url: / at (\S+)/u.exec(out)![1]!,
    stop() {
      guard.kill('SIGTERM')
      return exit
    },
  }
}

export async function connectTo(
  url: string,
  options: ClientOptions = {},
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const client = new Client({ name: 'test-client', version: '1.0.0' }, options)
  const transport = new StreamableHTTPClientTransport(new URL(url))
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, transport }
}
