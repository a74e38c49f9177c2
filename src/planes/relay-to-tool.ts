import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { ChaosRun, ToolCallSeen } from '../chaos/chaos-run.ts'
import type { JsonValue } from '../model/index.ts'
import { sendProblem } from './render-tool-action.ts'

/** These belong to one connection and never travel on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const MOST_HELD_BYTES = 8 * 1024 * 1024

/** The real call. What comes back streams through, unless an attack may stand in it. */
export async function relayToTool(
  run: ChaosRun,
  call: ToolCallSeen,
  target: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await ask(target, request, response).catch(() => undefined)
  if (answer === undefined) return sendProblem(response, 502, `\`${call.tool}\` could not be reached`)
  const mayBeAttacked = (run.touchesResults?.('tool') ?? true) && isReadable(answer)
  const body = mayBeAttacked ? await readWhole(answer) : undefined
  const attacked = body === undefined ? undefined : attackedBody(run, call, answer, body.whole)
  if (attacked !== undefined) {
    response.writeHead(answer.statusCode ?? 200, {
      ...headersOf(answer, true),
      'content-length': attacked.length,
    })
    return void response.end(attacked)
  }
  response.writeHead(answer.statusCode ?? 200, headersOf(answer, false))
  for (const chunk of body?.chunks ?? []) response.write(chunk)
  if (body?.whole !== undefined) return void response.end()
  await pipeline(answer, response).catch(() => response.destroy())
}

function ask(target: URL, request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = target.protocol === 'https:' ? requestHttps : requestHttp
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'host'),
    )
    const asked = call(target, { method: request.method ?? 'GET', headers }, resolve)
    asked.on('error', reject)
    response.once('close', () => asked.destroy())
    request.pipe(asked)
  })
}

function headersOf({ headers }: IncomingMessage, isChanged: boolean): Record<string, string | string[]> {
  const body = new Set(['content-length', 'content-encoding', 'etag', 'content-md5', 'digest'])
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !HOP_BY_HOP.has(name) && !(isChanged && body.has(name)),
    ),
  ) as Record<string, string | string[]>
}

/** A stream of events has no end to wait for, and pictures carry no orders. */
function isReadable({ statusCode = 0, headers }: IncomingMessage): boolean {
  const type = headers['content-type'] ?? ''
  const isText = type.includes('json') || (type.startsWith('text/') && !type.includes('event-stream'))
  return statusCode >= 200 && statusCode < 300 && isText
}

interface Body {
  readonly chunks: readonly Buffer[]
  /** Absent when there is more than fits. */
  readonly whole?: Buffer
}

async function readWhole(answer: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_HELD_BYTES) return { chunks }
  }
  return { chunks, whole: Buffer.concat(chunks) }
}

function attackedBody(
  run: ChaosRun,
  call: ToolCallSeen,
  { headers }: IncomingMessage,
  whole: Buffer | undefined,
): Buffer | undefined {
  const text = whole === undefined ? undefined : decoded(whole, headers['content-encoding'])
  if (text === undefined) return undefined
  const changed = run.toolResult('tool', call, text)
  return changed === text ? undefined : Buffer.from(asText(changed))
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MOST_HELD_BYTES }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MOST_HELD_BYTES }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MOST_HELD_BYTES }),
}

function decoded(bytes: Buffer, encoding = 'identity'): string | undefined {
  try {
    return DECODERS[encoding.toLowerCase()]?.(bytes).toString('utf8')
  } catch {
    return undefined
  }
}
