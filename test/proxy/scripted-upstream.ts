import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/model/index.ts'
import { wireFormats } from '../../src/wire/formats/index.ts'
import type { WireFormat } from '../../src/wire/format.ts'
import type { Chunking, ScriptedReply } from '../../src/wire/scripted.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
  readonly body: JsonObject
}

/** A reply in no provider's words, or a function that writes whatever it likes. */
export type Script =
  | (Partial<ScriptedReply> & { readonly chunking?: Chunking })
  | ((request: SeenRequest, response: ServerResponse) => void)

export interface Upstream {
  readonly url: string
  readonly requests: SeenRequest[]
  /** What comes next; the last one is repeated. */
  script(...replies: Script[]): void
  /** Decides by the request instead. */
  answer(choose: (request: SeenRequest, index: number) => Script): void
  close(): Promise<void>
}

/** A provider on loopback that speaks whichever format it is asked in. */
export async function startUpstream(): Promise<Upstream> {
  const requests: SeenRequest[] = []
  let choose: (request: SeenRequest, index: number) => Script = () => ({ text: 'Hello.' })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request
      .on('data', (chunk: Buffer) => void chunks.push(chunk))
      .on('end', () => {
        const bytes = Buffer.concat(chunks)
        const seen: SeenRequest = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          rawHeaders: request.rawHeaders,
          bytes,
          body: parsed(bytes),
        }
        requests.push(seen)
        const script = choose(seen, requests.length - 1)
        if (typeof script === 'function') script(seen, response)
        else reply(seen, response, script)
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(...replies) {
      const first = requests.length
      choose = (_request, index) => replies[Math.min(index - first, replies.length - 1)]!
    },
    answer(next) {
      choose = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function parsed(bytes: Buffer): JsonObject {
  try {
    return JSON.parse(bytes.toString()) as JsonObject
  } catch {
    return {}
  }
}

let counter = 0

export function scripted(seen: SeenRequest, script: Partial<ScriptedReply>): ScriptedReply {
  counter += 1
  return {
    id: `reply_${counter}`,
    model: typeof seen.body['model'] === 'string' ? seen.body['model'] : 'gemini-2.5-flash',
    createdS: 1,
    usage: { input: 10, output: 5 },
    ...script,
  }
}

export function formatOf(seen: SeenRequest): { format: WireFormat; stream: boolean } | undefined {
  for (const format of wireFormats) {
    const route = format.match(seen.method, seen.path)
    if (route?.operation !== 'reply') continue
    return { format, stream: format.decodeRequest(seen.body, route)?.stream === true }
  }
  return undefined
}

function reply(
  seen: SeenRequest,
  response: ServerResponse,
  { chunking, ...script }: Partial<ScriptedReply> & { chunking?: Chunking },
): void {
  const found = formatOf(seen)
  if (found === undefined) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ path: seen.path, method: seen.method }))
    return
  }
  const { format, stream } = found
  const whole = scripted(seen, script)
  if (stream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const frame of format.encodeStream(whole, chunking)) response.write(frame)
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(format.encodeReply(whole)))
}
