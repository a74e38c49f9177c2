import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListenerPlan, ListenerReply } from '../model.ts'

export interface SeenRequest {
  readonly to: string
  readonly method: string
  readonly path: string
  readonly body: string
}

/** A server on this machine that remembers everybody who came, also those who said nothing. */
export interface Listener {
  readonly name: string
  readonly port: number
  readonly requests: readonly SeenRequest[]
  connections(): number
  close(): Promise<void>
}

const MAX_BODY_CHARS = 1_000_000

/** `fill` is asked when an answer is given, because one server may name another that is opened later. */
export async function openListener(
  { name, replies }: ListenerPlan,
  fill: (reply: ListenerReply) => ListenerReply,
): Promise<Listener> {
  const requests: SeenRequest[] = []
  const given = replies.map(() => 0)
  let connections = 0

  const replyFor = (method: string, path: string): ListenerReply | undefined => {
    const index = replies.findIndex(
      (reply, at) =>
        (reply.path === '*' || reply.path === path) &&
        (reply.method === undefined || reply.method === method) &&
        given[at]! < (reply.times ?? Infinity),
    )
    if (index >= 0) given[index]! += 1
    return replies[index]
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { method = '', url = '/' } = request
    requests.push({ to: name, method, path: url, body })
    const reply = replyFor(method, url.split('?', 1)[0]!)
    answer(response, reply === undefined ? undefined : fill(reply))
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', ready)
  })
  return {
    name,
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request as AsyncIterable<string>) body = (body + chunk).slice(0, MAX_BODY_CHARS)
  return body
}

function answer(response: ServerResponse, reply: ListenerReply | undefined): void {
  if (reply?.hang === true) return
  const { status = 200, headers = {}, body = 'ok', delayMs = 0 } = reply ?? {}
  const send = () => void response.writeHead(status, headers).end(body)
  if (delayMs > 0) setTimeout(send, delayMs)
  else send()
}
