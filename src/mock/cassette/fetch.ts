import type { Exchange, ExchangeResponse } from '../exchange.ts'
import { CONNECTION_HEADERS } from './clean-headers.ts'
import type { Recorder } from './recorder.ts'
import type { Replayer } from './replayer.ts'

/** The shape in which the providers' clients take a `fetch` of one's own. */
export type Fetch = typeof globalThis.fetch

/** A `fetch` whose answers are kept on a cassette. */
export function recordingFetch(recorder: Recorder, inner: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const upstream: Exchange = async () => fromResponse(await inner(request.clone()))
    return throughExchange(recorder.recording(upstream), request)
  }
}

/** A `fetch` that never reaches the network. */
export function replayingFetch(replayer: Replayer): Fetch {
  return async (input, init) => throughExchange(replayer.exchange, new Request(input, init))
}

async function throughExchange(exchange: Exchange, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { status, headers, body } = await exchange(
    {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: new Uint8Array(await request.clone().arrayBuffer()),
    },
    request.signal,
  )
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? streamOf(body) : null, { status, headers })
}

function streamOf(body: ExchangeResponse['body']): ReadableStream<Uint8Array> {
  if (body instanceof Uint8Array) return new Blob([Uint8Array.from(body)]).stream()
  const iterator = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** `fetch` has unpacked the body, so what the headers say about its packing is no longer true. */
function fromResponse({ status, headers, body }: Response): ExchangeResponse {
  const kept = [...headers].filter(([name]) => !CONNECTION_HEADERS.has(name))
  return {
    status,
    headers: Object.fromEntries(kept),
    body: (body ?? new Uint8Array()) as Uint8Array | AsyncIterable<Uint8Array>,
  }
}
