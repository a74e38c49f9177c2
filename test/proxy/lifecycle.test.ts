import { randomBytes } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { anthropicMessages } from '../../src/wire/formats/index.ts'
import { rawRequest } from './raw-client.ts'
import { scripted, type SeenRequest } from './scripted-upstream.ts'
import { NO_RM, startWorld, type World } from './world.ts'

const HEADERS = { 'content-type': 'application/json', 'x-api-key': 'k' }
const BODY = (stream: boolean) =>
  JSON.stringify({
    model: 'claude-sonnet-5',
    max_tokens: 5,
    stream,
    messages: [{ role: 'user', content: 'hi' }],
  })

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const framesOf = (seen: SeenRequest, text: string): readonly Uint8Array[] =>
  anthropicMessages.encodeStream(scripted(seen, { text, usage: { input: 700, output: 9 } }), { textChars: 5 })

const replies = async (world: World) =>
  (await world.records()).flatMap(({ event }) => (event.kind === 'model-response' ? [event] : []))

test('when the client goes away the provider is left too, and what was used is recorded', async () => {
  await using world = await startWorld(NO_RM)
  let left = 0
  world.upstream.answer(() => (seen, response) => {
    response.on('close', () => void (left += 1))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(framesOf(seen, 'One two three four five six.').slice(0, 5)))
  })
  const request = httpRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    method: 'POST',
    headers: HEADERS,
  })
  request.on('error', () => undefined)
  request.end(BODY(true))
  const response = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
  response.on('error', () => undefined)
  await new Promise((resolve) => response.once('data', resolve))
  request.destroy()
  await until(() => left === 1)
  await until(async () => (await replies(world)).length === 1)
  const [reply] = await replies(world)
  expect(reply?.usage).toMatchObject({ input: 700 })
  expect(reply?.usage?.output).toBeGreaterThan(0)
  expect(reply?.costUsd).toBeGreaterThan(0)
  expect(world.proxy.overview().traffic).toMatchObject({ openExchanges: 0, openStreams: 0 })
})

test('a client that goes away before any answer still gets its request accounted for', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.answer(() => () => undefined)
  const request = httpRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    method: 'POST',
    headers: HEADERS,
  })
  request.on('error', () => undefined)
  request.end(BODY(false))
  await until(() => world.upstream.requests.length === 1)
  request.destroy()
  await until(async () => (await replies(world)).length === 1)
  expect((await replies(world))[0]).toMatchObject({ stopReason: 'client-gone' })
})

test.each([
  ['as it is', undefined],
  ['compressed, though nobody asked for that', 'gzip'],
])(
  'a reader that stops reading stops the provider that writes %s',
  { timeout: 60_000 },
  async (_how, encoding) => {
    await using world = await startWorld(NO_RM)
    let written = 0
    const total = 32 * 1024 * 1024
    world.upstream.answer(() => (seen, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      })
      const [start, open, delta, ...rest] = framesOf(seen, 'x'.repeat(5))
      const words = randomBytes(24_000).toString('hex').replaceAll('a', ' ')
      const wide = Buffer.from(Buffer.from(delta!).toString().replace('xxxxx', words))
      const source = Readable.from(
        (function* () {
          yield Buffer.concat([start!, open!])
          for (written = 0; written < total; written += wide.length) yield wide
          yield Buffer.concat(rest)
        })(),
      )
      if (encoding === undefined) source.pipe(response)
      else source.pipe(createGzip({ level: 1 })).pipe(response)
    })
    const request = httpRequest(`${world.proxy.url}/anthropic/v1/messages`, {
      method: 'POST',
      headers: HEADERS,
    })
    request.end(BODY(true))
    const response = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
    response.pause()
    // as long as nobody reads, what is under way stays within the buffers of the two connections
    let before = -1
    await until(async () => {
      const isStill = written === before && written > 0
      before = written
      await new Promise((resolve) => setTimeout(resolve, 200))
      return isStill
    })
    expect(written).toBeLessThan(total / 2)
    let received = 0
    for await (const chunk of response) received += (chunk as Buffer).length
    expect(received).toBeGreaterThan(total)
  },
)

test(
  'a body of 100 MB passes where nothing judges it and is refused clearly where something does',
  { timeout: 60_000 },
  async () => {
    await using world = await startWorld(NO_RM)
    const size = 100 * 1024 * 1024
    world.upstream.answer((seen) => (_request, response) => response.end(String(seen.bytes.length)))
    const send = (path: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const request = httpRequest(
          `${world.proxy.url}${path}`,
          { method: 'POST', headers: { ...HEADERS, 'content-length': size } },
          (response) => {
            let text = ''
            response
              .on('data', (chunk: Buffer) => {
                text += chunk.toString()
              })
              .on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          },
        )
        request.on('error', reject)
        const chunk = Buffer.alloc(1024 * 1024, 0x20)
        Readable.from(
          (function* () {
            for (let sent = 0; sent < size; sent += chunk.length) yield chunk
          })(),
        ).pipe(request)
      })
    const passed = await send('/openai/v1/files')
    expect(passed).toEqual({ status: 200, text: String(size) })
    const refused = await send('/openai/v1/chat/completions')
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.text)).toMatchObject({
      error: { message: expect.stringContaining('larger than') },
    })
    expect(world.upstream.requests).toHaveLength(1)
  },
)

test('in shadow a body over the limit passes unjudged', async () => {
  await using world = await startWorld(NO_RM, { mode: 'shadow', maxBodyBytes: 1000 })
  const body = JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'y'.repeat(50_000) }] })
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body })
  expect(reply.status).toBe(200)
  expect(world.upstream.requests[0]!.bytes.toString()).toBe(body)
})

test('a reply over the limit is refused', async () => {
  await using world = await startWorld(NO_RM, { maxBodyBytes: 10_000 })
  world.upstream.script({ text: 'z'.repeat(50_000) })
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(false) })
  expect(reply.status).toBe(502)
  expect(JSON.parse(reply.body.toString())).toMatchObject({ type: 'error' })
})

test('bodies that together are too large are put off, not kept', async () => {
  await using world = await startWorld(NO_RM, { maxHeldBytes: 5000 })
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    body: `{"x":"${'y'.repeat(6000)}"}`,
  })
  expect(reply.status).toBe(503)
  expect((await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(false) })).status).toBe(
    200,
  )
})

test('one connection serves many requests', async () => {
  await using world = await startWorld(NO_RM)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number>()
  for (let index = 0; index < 5; index += 1)
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(
        `${world.proxy.url}/anthropic/v1/messages`,
        { method: 'POST', agent, headers: HEADERS },
        (response) => {
          ports.add(response.socket.localPort!)
          response.resume().on('end', resolve)
        },
      )
      request.on('error', reject)
      request.end(BODY(index % 2 === 0))
    })
  agent.destroy()
  expect(ports.size).toBe(1)
})

test('while a call is held back the connection gets signs of life, and the client is none the wiser', async () => {
  let now = 1_000_000
  await using world = await startWorld(NO_RM, { nowMs: () => now })
  const { openStreams } = await import('../../src/proxy/open-streams.ts')
  let finish = (): void => undefined
  world.upstream.answer(() => (seen, response) => {
    const frames = anthropicMessages.encodeStream(
      scripted(seen, { toolCalls: [{ id: 'c', tool: 'ls', args: { a: 1 } }] }),
    )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(frames.slice(0, 3)))
    finish = () => void response.end(Buffer.concat(frames.slice(3)))
  })
  const pending = rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(true) })
  await until(() => openStreams.size === 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  now += 11_000
  for (const stream of openStreams) stream.tick(now, 10_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  finish()
  const text = (await pending).body.toString()
  expect(text).toContain('event: ping')
  expect(text.indexOf('event: ping')).toBeLessThan(text.indexOf('tool_use'))
})

test('stopping lets open requests finish, takes no new ones and keeps every record', async () => {
  const world = await startWorld(NO_RM)
  world.upstream.answer(() => (seen, response) => {
    const frames = framesOf(seen, 'Slow but sure.')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames[0]!)
    setTimeout(() => response.end(Buffer.concat(frames.slice(1))), 200)
  })
  const pending = rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(true) })
  await until(() => world.upstream.requests.length === 1)
  const closing = world.proxy.close(5000)
  await expect(rawRequest(`${world.proxy.url}/health`, { method: 'GET' })).rejects.toThrow('ECONNREFUSED')
  const reply = await pending
  expect(reply.isCut).toBe(false)
  expect(reply.body.toString()).toContain('message_stop')
  await closing
  expect((await world.records()).map(({ event }) => event.kind).at(-1)).toBe('turn-end')
  for await (const { sessionId } of world.store.sessions())
    expect(await world.store.latestSnapshot(sessionId)).toMatchObject({ seq: 4 })
  await world.upstream.close()
})

test('the end of a turn is told only when its records are safe', async () => {
  const { memoryStore } = await import('../../src/store/index.ts')
  const inner = memoryStore()
  let open = (): void => undefined
  let flushes = 0
  const store = {
    ...inner,
    flush: async (sessionId?: string) => {
      flushes += 1
      await new Promise<void>((resolve) => {
        open = resolve
      })
      await inner.flush(sessionId)
    },
  }
  await using world = await startWorld(NO_RM, { store })
  for (const stream of [false, true]) {
    let isDone = false
    const pending = rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(stream) }).then(
      (reply) => {
        isDone = true
        return reply
      },
    )
    const before = flushes
    await until(() => flushes > before)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isDone).toBe(false)
    open()
    expect((await pending).isCut).toBe(false)
  }
  store.flush = async () => undefined
})

test('records that cannot be written stop the reply', async () => {
  const { memoryStore } = await import('../../src/store/index.ts')
  const store = { ...memoryStore(), flush: async () => Promise.reject(new Error('the disk is full')) }
  const world = await startWorld(NO_RM, { store })
  for (const stream of [false, true]) {
    world.upstream.script({ text: 'Hello there, this is the answer.' })
    const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(stream) })
    const text = reply.body.toString()
    expect(text).toContain('error')
    expect(text).not.toContain('message_stop')
  }
  expect(world.logs.some(({ message }) => message.includes('the disk is full'))).toBe(true)
  await world.proxy.close(0)
  await world.upstream.close()
})

test.each([
  ['in shadow', { mode: 'shadow' }],
  ['while the gateway is open', { failOpenForMs: 60_000 }],
] as const)('%s a store that is broken stops nobody', async (_when, options) => {
  const { memoryStore } = await import('../../src/store/index.ts')
  const broken = async (): Promise<never> => Promise.reject(new Error('the disk is full'))
  const append = (): never => {
    throw new Error('the disk is full')
  }
  for (const failing of [{ flush: broken }, { update: broken }, { append }]) {
    const store = { ...memoryStore(), ...failing }
    const world = await startWorld(NO_RM, { store, ...options })
    for (const stream of [false, true]) {
      world.upstream.script({ text: 'Hello there, this is the answer.' })
      const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(stream) })
      expect(reply.status).toBe(200)
      expect(reply.body.toString()).toContain(stream ? 'message_stop' : 'this is the answer')
    }
    expect(world.logs.some(({ message }) => message.includes('the disk is full'))).toBe(true)
    await world.proxy.close(0)
    await world.upstream.close()
  }
})

test('a provider that says nothing is given up, before and inside a stream', async () => {
  await using world = await startWorld(NO_RM, { upstreamTimeoutMs: 300 })
  world.upstream.answer(() => () => undefined)
  const silent = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(false) })
  expect(silent.status).toBe(504)
  expect(JSON.parse(silent.body.toString())).toMatchObject({
    type: 'error',
    error: { type: 'timeout_error' },
  })
  world.upstream.answer(() => (seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(framesOf(seen, 'One two three.').slice(0, 3)))
  })
  const stuck = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { body: BODY(true) })
  expect(stuck.body.toString()).toContain('event: error')
})
