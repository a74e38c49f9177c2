import {
  countableText,
  parseJson,
  type DecodedRequest,
  type ScriptedReply,
  type WireFormat,
  type WireRoute,
} from '../wire/index.ts'
import {
  fromAnswer,
  jsonResponse,
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
} from './exchange.ts'
import { findRoute, voiceFor } from './find-route.ts'
import type { Pace } from './script/script.ts'
import { modelEntry, modelList, tokenCount } from './side-answers.ts'
import { estimatedTokens, type Speaker } from './speaker.ts'

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const SESSION_HEADER = 'x-holdfast-session'

/** Small enough that every stream is one, large enough not to be a nuisance. */
const DEFAULT_CHUNK_CHARS = 16

const FRAMES_A_WRITE = 32

/** What was made of a request, for logs and tests. */
export interface Heard {
  readonly format?: string
  readonly conversation?: string
  /** Which part of the script answered. */
  readonly place?: string
  readonly request?: DecodedRequest
}

export interface ModelExchangeOptions {
  readonly speaker: Speaker
  readonly sleep: Sleep
  readonly onHeard: (request: ExchangeRequest, heard: Heard) => void
}

/** A model behind every provider's address. */
export function modelExchange({ speaker, sleep, onHeard }: ModelExchangeOptions): Exchange {
  async function answerModel(
    request: ExchangeRequest,
    format: WireFormat,
    route: WireRoute,
    signal: AbortSignal,
  ): Promise<ExchangeResponse> {
    const decoded = format.decodeRequest(parseJson(request.body), route)
    if (decoded === undefined) {
      onHeard(request, { format: format.name })
      return fromAnswer(format.error({ status: 400, message: 'The body is not a JSON object.' }))
    }
    if (route.operation === 'count') {
      onHeard(request, { format: format.name, request: decoded })
      return jsonResponse(200, tokenCount(estimatedTokens(countableText(decoded))))
    }
    const spoken = speaker.speak(decoded, {
      session: request.headers[SESSION_HEADER],
      address: `${request.path} ${decoded.stream ? 'streamed' : 'whole'}`,
    })
    const { place, conversation, pace } = spoken
    onHeard(request, { format: format.name, request: decoded, place, conversation })
    if (pace.latencyMs > 0) await sleep(pace.latencyMs, signal)
    const trace = { 'x-holdfast-mock': place }
    if (spoken.kind === 'error') {
      const { type, ...error } = spoken.error
      return fromAnswer(format.error({ ...error, ...(type !== undefined && { code: type }) }), trace)
    }
    const { reply } = spoken
    const headers = { ...trace, 'request-id': reply.id, 'x-request-id': reply.id }
    if (!decoded.stream) return jsonResponse(200, format.encodeReply(reply), headers)
    const frames = framesOf(format, route, visibleTo(decoded, reply), pace)
    return {
      status: 200,
      headers: { ...headers, ...streamHeaders(route) },
      body: paced(frames, pace, sleep, signal),
    }
  }

  return async (request, signal) => {
    const found = findRoute(request.method, request.path)
    if (found.kind === 'model') return answerModel(request, found.format, found.route, signal)
    onHeard(request, {})
    if (found.kind === 'health') return jsonResponse(200, { status: 'ok' })
    if (found.kind === 'models')
      return jsonResponse(
        200,
        found.model === undefined ? modelList(speaker.models) : modelEntry(found.model),
      )
    return notFound(request)
  }
}

/** Some clients get the usage of a stream only when they ask for it. */
function visibleTo({ usageRequested }: DecodedRequest, reply: ScriptedReply): ScriptedReply {
  if (usageRequested) return reply
  const { usage: _, ...rest } = reply
  return rest
}

function framesOf(
  format: WireFormat,
  { framing }: WireRoute,
  reply: ScriptedReply,
  { chunkChars = DEFAULT_CHUNK_CHARS }: Pace,
): readonly Uint8Array[] {
  const frames = format.encodeStream(reply, { textChars: chunkChars, argsChars: chunkChars })
  if (framing === undefined) return frames
  const splitter = format.framing.createSplitter()
  const writer = framing.createWriter()
  const reframed = frames
    .flatMap((frame) => splitter.push(frame))
    .flatMap(({ data }) => (data === undefined ? [] : [writer.write(data)]))
  const end = writer.close()
  return end === undefined ? reframed : [...reframed, end]
}

function streamHeaders({ framing }: WireRoute): Readonly<Record<string, string>> {
  return {
    'content-type': framing === undefined ? 'text/event-stream; charset=utf-8' : 'application/json',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  }
}

/** Frames that come at once go out together, because a write each costs more than the frames. */
async function* paced(
  frames: readonly Uint8Array[],
  { delayBetweenChunksMs }: Pace,
  sleep: Sleep,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  if (delayBetweenChunksMs === 0) {
    for (let at = 0; at < frames.length; at += FRAMES_A_WRITE)
      yield Buffer.concat(frames.slice(at, at + FRAMES_A_WRITE))
    return
  }
  for (const [index, frame] of frames.entries()) {
    if (index > 0) await sleep(delayBetweenChunksMs, signal)
    yield frame
  }
}

function notFound({ method, path }: ExchangeRequest): ExchangeResponse {
  const shown = path.split('?', 1).join('').slice(0, 200)
  return fromAnswer(
    voiceFor(path).error({ status: 404, message: `The mock model has nothing at ${method} ${shown}.` }),
  )
}
