import type { WireFormat } from '../wire/format.ts'
import { objectOf, parseJson } from '../wire/loose-json.ts'
import { declarationsOf } from '../exchange/declarations.ts'
import type { Breaches } from './breaches.ts'
import type { Breach } from './contract-breach-error.ts'
import type { Conversations } from './conversations.ts'
import { FetchExchange } from './fetch-exchange.ts'
import type { OnDeny } from './judged-exchange.ts'
import { readRequest, takeOurs, type Fetch, type FetchedRequest } from './fetched-request.ts'
import { rememberingRoutes, type ModelRoute } from './model-route.ts'
import { guardStream } from './guarded-stream.ts'
import { guardWhole } from './guarded-whole.ts'

export interface FetchGuard {
  readonly conversations: Conversations
  readonly breaches: Breaches
  readonly formats: readonly WireFormat[]
  /** In front of sessions that no one named. */
  readonly namespace: string
  readonly sessionId: string | undefined
  readonly onDeny: OnDeny
  readonly unjudged: 'refuse' | 'pass'
  /** What a reader of a stream is thrown. */
  readonly errorFor: (breach: Breach) => Error
}

/**
 * A `fetch` that judges what goes to a model and what comes back. It never throws for a denial, because clients take
 * what `fetch` throws for a lost connection and try again: a denial is a response that they do not repeat.
 */
export function guardedFetch(guard: FetchGuard, fetch: Fetch): Fetch {
  const routeOf = rememberingRoutes(guard.formats)
  return async (input, init) => {
    const request = await readRequest(input, init)
    const found = routeOf(request.method, request.url)
    if (found.kind === 'passthrough') return fetch(input, init)
    const { mode } = guard.conversations
    if (found.kind === 'unjudged')
      return mode === 'shadow' || guard.unjudged === 'pass'
        ? fetch(input, init)
        : refused(guard, guard.formats[0]!, notJudged(guard, `${found.reason} cannot be judged`))
    return exchanged(guard, fetch, request, found)
  }
}

type Judged = Extract<ModelRoute, { readonly kind: 'judged' }>

async function exchanged(
  guard: FetchGuard,
  fetch: Fetch,
  { url, headers, text, init }: FetchedRequest,
  { format, route }: Judged,
): Promise<Response> {
  const { conversations } = guard
  const body = text === undefined ? undefined : objectOf(parseJson(text))
  const decoded = format.decodeRequest(body, route)
  if (decoded === undefined || text === undefined)
    return conversations.mode === 'shadow'
      ? fetch(url, init)
      : refused(guard, format, notJudged(guard, 'the body is not a JSON object that can be read'))
  if (body?.['background'] === true && guard.unjudged === 'refuse' && conversations.mode === 'enforce')
    return refused(guard, format, notJudged(guard, 'a reply that is fetched later cannot be judged'))
  const ours = takeOurs(headers)
  const given = ours.get('x-holdfast-session') ?? guard.sessionId
  const session = conversations.openFor(given, guard.namespace, decoded.session)
  const exchange = new FetchExchange({ conversations, session, format, route, decoded, onDeny: guard.onDeny })
  try {
    const judged = exchange.judgeBody(
      text,
      declarationsOf((name) => ours.get(name)),
    )
    if ('breach' in judged) {
      await exchange.flush()
      exchange.close()
      return refused(guard, format, judged.breach)
    }
    if (judged.body !== text) headers.delete('content-length')
    const response = await sent(exchange, fetch, url, { ...init, headers, body: judged.body })
    return await received(guard, exchange, response)
  } catch (error) {
    exchange.close()
    throw error
  }
}

async function sent(
  exchange: FetchExchange,
  fetch: Fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    exchange.concludeEmpty('failed', 'unreachable')
    throw error
  }
}

async function received(guard: FetchGuard, exchange: FetchExchange, response: Response): Promise<Response> {
  if (!response.ok) {
    exchange.concludeEmpty('failed', `http-${response.status}`)
    exchange.close()
    return response
  }
  const type = response.headers.get('content-type')?.toLowerCase() ?? ''
  const isStream =
    exchange.route.framing !== undefined ||
    type.includes('event-stream') ||
    (exchange.decoded.stream && !type.includes('json'))
  if (isStream && response.body !== null)
    return guardStream(exchange, response, response.body, guard.errorFor)
  return guardWhole(exchange, response, (breach) => refused(guard, exchange.format, breach))
}

function notJudged({ conversations }: FetchGuard, why: string): Breach {
  const { contractName } = conversations
  return {
    message: `[Holdfast] This was stopped under contract \`${contractName}\`: ${why}.`,
    verdict: 'deny',
    findings: [],
    contract: contractName,
    sessionId: '',
  }
}

function refused({ breaches }: FetchGuard, format: WireFormat, breach: Breach): Response {
  const { message, contract, findings } = breach
  const clause = findings.find(({ verdict }) => verdict === breach.verdict)?.clauseId
  const { status, headers, body } = format.denial({
    message,
    contract,
    ...(clause === undefined ? {} : { clause }),
  })
  return new Response(body, { status, headers: { ...headers, ...breaches.put(breach) } })
}
