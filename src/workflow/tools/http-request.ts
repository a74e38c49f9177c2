import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError, reasonOf, toolError } from '../node-error.ts'
import { textIn } from './judged.ts'
import { parseUrl } from '../policy/url-pattern.ts'
import { textOf } from '../value/json-text.ts'
import type { HttpAnswer } from '../world/world.ts'

const MAX_BODY_BYTES = 1_048_576
const TIMEOUT_MS = 30_000
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface HttpCall {
  readonly method: string
  readonly url: string
  readonly body: JsonValue | undefined
  /** How many redirects may be followed, each judged as a request of its own. */
  readonly followRedirects: number
}

export function httpRequest(call: NodeCall, asked: HttpCall): Promise<JsonObject> {
  const method = asked.method.toUpperCase()
  const body = asked.body === undefined ? undefined : textOf(asked.body)
  const args = { method, url: asked.url, ...(body !== undefined && { body }) }
  return call.guarded('http_request', args, async (judged) => {
    const url = textIn(judged, 'url', asked.url)
    const { vet } = await call.gate.http(method, url)
    if (call.dryRun) return { method, url: asked.url, dry_run: true }
    const sent = body === undefined ? undefined : textIn(judged, 'body', body)
    if (sent !== undefined && Buffer.byteLength(sent) > MAX_BODY_BYTES)
      throw toolError('http_request', `the request body is larger than ${MAX_BODY_BYTES} bytes`)
    const answer = await follow(call, { ...asked, method, url, body: sent }, vet)
    return { status: answer.status, headers: answer.headers, body: answer.body, bytes: answer.bytes }
  })
}

type Vet = ((address: string) => void) | undefined

async function follow(
  call: NodeCall,
  asked: HttpCall & { readonly body: string | undefined },
  first: Vet,
): Promise<HttpAnswer> {
  let { method, url, body } = asked
  let vet = first
  for (let hop = 0; ; hop += 1) {
    const answer = await send(call, method, url, body, vet)
    const location = answer.headers['location']
    if (!REDIRECTS.has(answer.status) || location === undefined || hop >= asked.followRedirects) return answer
    const target = URL.canParse(location, url) ? new URL(location, url).href : location
    const keepsMethod =
      answer.status === 307 || answer.status === 308 || method === 'GET' || method === 'HEAD'
    if (!keepsMethod) [method, body] = ['GET', undefined]
    vet = (await call.gate.http(method, target)).vet
    url = target
  }
}

async function send(
  call: NodeCall,
  method: string,
  url: string,
  body: string | undefined,
  vet: Vet,
): Promise<HttpAnswer> {
  const parsed = parseUrl(url)
  if (!parsed.ok) throw toolError('http_request', `\`${url}\` cannot be asked for: ${parsed.reason}`)
  const timeoutMs = Math.min(TIMEOUT_MS, call.remainingMs())
  try {
    return await call.world.http.request(
      {
        method,
        url: parsed.url,
        timeoutMs,
        ...(body !== undefined && { body }),
        ...(vet !== undefined && { vet }),
      },
      call.signal(),
    )
  } catch (error) {
    throw error instanceof NodeError
      ? error
      : toolError('http_request', `${method} ${url}: ${reasonOf(error)}`, { cause: error })
  }
}
