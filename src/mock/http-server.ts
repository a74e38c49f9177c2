import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HoldfastError } from '../kit/errors.ts'
import {
  ExchangeError,
  fromAnswer,
  piecesOfBody,
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
} from './exchange.ts'
import { voiceFor } from './find-route.ts'
import { readBody } from './read-body.ts'

export interface HttpServerOptions {
  readonly exchange: Exchange
  readonly host: string
  readonly port: number
  /** How long a reply that is under way may still take after `close`. */
  readonly graceMs: number
  /** Told of what went wrong inside; the client has then been answered with status 500 or cut off. */
  readonly onProblem: (problem: unknown) => void
}

export interface HttpServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { host, port, graceMs } = options
  let isClosing = false
  const server = createServer((message, response) => {
    response.sendDate = false
    if (isClosing) response.setHeader('connection', 'close')
    // a connection that was busy when the server closed must not linger once its reply is out
    response.on('close', () => isClosing && setImmediate(() => server.closeIdleConnections()))
    void handle(message, response, options)
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
    else socket.destroy()
  })
  server.keepAliveTimeout = 30_000
  await listen(server, port, host)
  const actual = (server.address() as AddressInfo).port
  let closed: Promise<void> | undefined
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close() {
      isClosing = true
      return (closed ??= closeServer(server, graceMs))
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'it is in use' : code === 'EACCES' ? 'permission denied' : message
    throw new HoldfastError(
      'HF_USAGE',
      `cannot listen on ${host}:${port}: ${reason}`,
      'choose another --port',
      {
        cause: error,
      },
    )
  }
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(deadline)
}

async function handle(
  message: IncomingMessage,
  response: ServerResponse,
  { exchange, onProblem }: HttpServerOptions,
): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  // a client may hang up at any moment, which is no error of ours
  response.on('error', () => gone.abort())
  const path = message.url ?? '/'
  try {
    const read = await readBody(message)
    if (!read.ok) {
      const { status, reason } = read
      response.setHeader('connection', 'close')
      return await send(fromAnswer(voiceFor(path).error({ status, message: reason })), response, gone.signal)
    }
    await send(await exchange(requestOf(message, read.body), gone.signal), response, gone.signal)
  } catch (error) {
    if (gone.signal.aborted || isHangUp(error)) return void response.destroy()
    onProblem(error)
    if (response.headersSent) return void response.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    const status = error instanceof ExchangeError ? error.status : 500
    const answer = voiceFor(path).error({ status, message: `The mock model failed: ${reason}` })
    await send(fromAnswer(answer), response, gone.signal)
  }
}

function isHangUp(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    (error as NodeJS.ErrnoException | undefined)?.code ?? '',
  )
}

function requestOf(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Uint8Array,
): ExchangeRequest {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  )
  return { method, path: url, headers: Object.fromEntries(flat), body }
}

/** Writes no faster than the client reads. */
async function send(answer: ExchangeResponse, response: ServerResponse, gone: AbortSignal): Promise<void> {
  const { status, headers, body } = answer
  const isWhole = body instanceof Uint8Array
  response.writeHead(status, isWhole ? { ...headers, 'content-length': String(body.length) } : { ...headers })
  if (!isWhole) response.flushHeaders()
  for await (const piece of piecesOfBody(answer)) {
    if (gone.aborted) return
    if (piece.length > 0 && !response.write(piece)) await once(response, 'drain', { signal: gone })
  }
  response.end()
}
