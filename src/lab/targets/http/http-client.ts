import type { Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, request } from 'undici'
import { reasonOf, type Outcome } from '../answers.ts'
import type { Deadline } from '../deadline.ts'
import { overdue } from '../deadline.ts'
import type { HttpRequest } from './build-request.ts'
import type { HttpReply } from './read-reply.ts'

export interface HttpClient {
  send(
    outgoing: HttpRequest,
    deadline: Deadline,
    read: (reply: HttpReply) => Promise<Outcome>,
  ): Promise<Outcome>
  close(): Promise<void>
}

/** Nothing was sent yet, so sending it again cannot make the agent act twice. */
const NOT_DELIVERED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** Keeps connections open, but not so long that the agent closes them while a request is on its way. */
export function httpClient(timeoutMs: number, retries: number, place: string): HttpClient {
  const agent = new Agent({
    keepAliveTimeout: 2_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs },
  })
  return {
    close: () => agent.destroy(),
    async send({ method, url, headers, body }, deadline, read) {
      for (let attempt = 0; ; attempt++)
        try {
          const reply = await request(url, {
            method: method as 'POST',
            headers: headers.flatMap(([name, value]) => [name, value]),
            body: body ?? null,
            dispatcher: agent,
            signal: deadline.signal,
          })
          return await read({
            status: reply.statusCode,
            headers: reply.headers,
            body: decoded(reply.body, reply.headers['content-encoding']),
          })
        } catch (error) {
          if (deadline.signal.aborted) return overdue(deadline, timeoutMs)
          const code = codeOf(error)
          const isDelivered = !NOT_DELIVERED.has(code)
          if (isDelivered || attempt >= retries) return connectionFailure(place, isDelivered, error)
          const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
          await sleep(pauseMs, undefined, { signal: deadline.signal }).catch(() => undefined)
        }
    },
  }
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Some servers compress although nobody asked them to. */
function decoded(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Uint8Array> {
  const decoder = typeof encoding === 'string' ? DECODERS[encoding.toLowerCase()]?.() : undefined
  if (decoder === undefined) return body as AsyncIterable<Uint8Array>
  body.on('error', (error) => decoder.destroy(error))
  return body.pipe(decoder)
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  if (typeof code === 'string') return code
  return errors?.[0] === undefined ? '' : codeOf(errors[0])
}

function connectionFailure(place: string, isDelivered: boolean, error: unknown): Outcome {
  const why = plainReason(error)
  return isDelivered
    ? { reason: 'crashed', message: `the agent at ${place} broke off: ${why}` }
    : { reason: 'unreachable', message: `no agent at ${place}: ${why}` }
}

/** `connect ECONNREFUSED 127.0.0.1:43211` without the address, which is in the sentence already. */
function plainReason(error: unknown): string {
  return reasonOf(error).replace(/ (?:\[?[0-9a-f.:]+\]?):\d{1,5}$/u, '')
}

/** Without the query, which may hold a key. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
