import { setTimeout as sleepFor } from 'node:timers/promises'
import type { JsonValue } from '../model/index.ts'
import { parseJson } from '../wire/index.ts'
import { isAdmitted } from './access.ts'
import { fromAnswer, jsonResponse, type Exchange, type ExchangeRequest } from './exchange.ts'
import { findRoute, voiceFor } from './find-route.ts'
import { startHttpServer, type HttpServer } from './http-server.ts'
import { modelExchange, type Heard, type Sleep } from './model-exchange.ts'
import type { MockScript } from './script/script.ts'
import { scriptedSpeaker } from './scripted-speaker.ts'
import { seededSpeaker } from './seeded-speaker.ts'

/** A request as the server understood it. */
export interface ReceivedRequest extends Heard {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` when it is not JSON. */
  readonly body: JsonValue | undefined
}

export interface MockModelOptions {
  /** Without a script the model improvises, and the seed decides how. */
  readonly script?: MockScript
  /** Goes before the script's own seed. */
  readonly seed?: number | string
  /** Answers in place of script and seed: a cassette, or a provider whose answers are recorded. */
  readonly exchange?: Exchange
  readonly host?: string
  /** 0 takes a free one. */
  readonly port?: number
  /** What a client must send as its key. */
  readonly token?: string
  /** Without a clock replies carry no time, and the same seed gives the same bytes. */
  readonly nowMs?: () => number
  readonly sleep?: Sleep
  readonly log?: (request: ReceivedRequest) => void
  readonly onProblem?: (problem: unknown) => void
  readonly graceMs?: number
  /** How many requests `requests` keeps, the newest. */
  readonly keepRequests?: number
}

export interface MockModel extends HttpServer {
  /** What was received, the oldest first. */
  readonly requests: readonly ReceivedRequest[]
}

const DEFAULT_SEED = 0

export async function createMockModel(options: MockModelOptions = {}): Promise<MockModel> {
  const { host = '127.0.0.1', port = 0, token, graceMs = 2_000, keepRequests = 1_000 } = options
  const requests: ReceivedRequest[] = []
  const onHeard = ({ method, path, headers, body }: ExchangeRequest, heard: Heard) => {
    const received = { method, path, headers, body: parseJson(body), ...heard }
    requests.push(received)
    if (requests.length > keepRequests) requests.shift()
    options.log?.(received)
  }
  const inner =
    options.exchange === undefined
      ? modelExchange({ speaker: speakerFor(options), sleep: options.sleep ?? sleepUntilGone, onHeard })
      : observed(options.exchange, onHeard)
  const server = await startHttpServer({
    exchange: token === undefined ? inner : guarded(inner, token),
    host,
    port,
    graceMs,
    onProblem: options.onProblem ?? (() => undefined),
  })
  return { ...server, requests }
}

function speakerFor({ script, seed, nowMs }: MockModelOptions) {
  const options = {
    seed: seed ?? script?.seed ?? DEFAULT_SEED,
    ...(nowMs !== undefined && { createdS: () => Math.floor(nowMs() / 1000) }),
  }
  return script === undefined ? seededSpeaker(options) : scriptedSpeaker(script, options)
}

async function sleepUntilGone(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal })
}

function observed(exchange: Exchange, onHeard: (request: ExchangeRequest, heard: Heard) => void): Exchange {
  return async (request, signal) => {
    const found = findRoute(request.method, request.path)
    onHeard(request, found.kind === 'model' ? { format: found.format.name } : {})
    return found.kind === 'health' ? jsonResponse(200, { status: 'ok' }) : exchange(request, signal)
  }
}

/** Only the question whether the server lives is answered to everybody. */
function guarded(exchange: Exchange, token: string): Exchange {
  return async (request, signal) => {
    const isOpen = findRoute(request.method, request.path).kind === 'health'
    if (isOpen || isAdmitted(request, token)) return exchange(request, signal)
    return fromAnswer(
      voiceFor(request.path).error({
        status: 401,
        message: 'The mock model was started with another --token.',
      }),
    )
  }
}
