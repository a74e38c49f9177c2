import { connect } from 'node:net'
import { createGzip, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/wire/formats/index.ts'
import { FORMATS, readReply } from './formats.ts'
import { rawRequest } from './raw-client.ts'
import { scripted, type SeenRequest } from './scripted-upstream.ts'
import { NO_RM, startWorld } from './world.ts'

const HEADERS = ['Content-Type', 'application/json', 'X-Api-Key', 'k']

const BROKEN_BODIES: readonly (readonly [string, string | Uint8Array])[] = [
  ['half of a JSON object', '{"model": "x", "mess'],
  ['nothing', ''],
  ['a list', '[]'],
  ['a number', '12'],
  ['text', 'hello'],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
]

describe.each(FORMATS)('%s', (_name, shape) => {
  test.each(BROKEN_BODIES)(
    '%s is refused in the provider’s own words and goes nowhere',
    async (_what, body) => {
      await using world = await startWorld(NO_RM)
      const reply = await rawRequest(`${world.proxy.url}${shape.path(false)}`, { headers: HEADERS, body })
      expect(reply.status).toBe(400)
      const said = JSON.parse(reply.body.toString()) as { error: { message: string } }
      expect(said.error.message).toContain('not a JSON object')
      expect(reply.body.toString()).not.toMatch(/ at .*\.ts|node:/u)
      expect(world.upstream.requests).toHaveLength(0)
    },
  )

  test('an error of the provider arrives as the provider wrote it, and costs nothing', async () => {
    await using world = await startWorld(NO_RM)
    const { body, status } = shape.format.error({ status: 429, message: 'slow down', retryAfterS: 3 })
    world.upstream.script((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' })
      response.end(body)
    })
    for (const stream of [true, false]) {
      const reply = await rawRequest(`${world.proxy.url}${shape.path(stream)}`, {
        headers: HEADERS,
        body: JSON.stringify(shape.body('Hi', stream)),
      })
      expect(reply.status).toBe(429)
      expect(reply.headers['retry-after']).toBe('3')
      expect(reply.body.toString()).toBe(body)
    }
    const replies = (await world.records()).filter(({ event }) => event.kind === 'model-response')
    expect(replies.map(({ event }) => event)).toMatchObject([
      { usage: { input: 0, output: 0 }, stopReason: 'http-429' },
      { usage: { input: 0, output: 0 }, stopReason: 'http-429' },
    ])
  })

  test.each([
    ['text', 'Service busy', 'text/plain'],
    ['half of a JSON object', '{"content": [{"ty', 'application/json'],
    ['a list', '[1, 2]', 'application/json'],
  ])('a success that holds %s cannot be judged, so it is not passed on', async (_what, body, type) => {
    await using world = await startWorld(NO_RM)
    world.upstream.script((_request, response) => {
      response.writeHead(200, { 'content-type': type })
      response.end(body)
    })
    const reply = await rawRequest(`${world.proxy.url}${shape.path(false)}`, {
      headers: HEADERS,
      body: JSON.stringify(shape.body('Hi', false)),
    })
    expect(reply.status).toBe(502)
    expect(reply.body.toString()).not.toContain(body)
    expect(JSON.parse(reply.body.toString())).toHaveProperty('error')
  })

  test('a reply without usage and of a model nobody knows goes through', async () => {
    await using world = await startWorld(NO_RM)
    for (const stream of [true, false]) {
      world.upstream.script({ text: 'Hello.', model: 'who-knows-7b', usage: undefined as never })
      const reply = await rawRequest(`${world.proxy.url}${shape.path(stream)}`, {
        headers: HEADERS,
        body: JSON.stringify({ ...shape.body(`Hi ${stream}`, stream) }),
      })
      expect(readReply(shape, reply.body, stream).text).toBe('Hello.')
    }
  })

  test('a stream that ends in the middle ends with an error for the client', async () => {
    await using world = await startWorld(NO_RM)
    world.upstream.script((seen: SeenRequest, response) => {
      const frames = shape.format.encodeStream(
        scripted(seen, { text: 'One two three four.', toolCalls: [{ id: 'c', tool: 'ls', args: { a: 1 } }] }),
        { textChars: 4, argsChars: 2 },
      )
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(Buffer.concat(frames.slice(0, 4)))
    })
    const reply = await rawRequest(`${world.proxy.url}${shape.path(true)}`, {
      headers: HEADERS,
      body: JSON.stringify(shape.body('Hi', true)),
    })
    expect(reply.status).toBe(200)
    expect(reply.body.toString()).toContain('error')
    const events = (await world.records()).map(({ event }) => event.kind)
    expect(events.filter((kind) => kind === 'model-response')).toHaveLength(1)
    expect(events).not.toContain('turn-end')
  })

  test('a connection reset in the middle of a stream is an error in the stream', async () => {
    await using world = await startWorld(NO_RM)
    world.upstream.script((seen: SeenRequest, response) => {
      const frames = shape.format.encodeStream(scripted(seen, { text: 'One two three four.' }), {
        textChars: 4,
      })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(Buffer.concat(frames.slice(0, 3)))
      setTimeout(() => response.destroy(), 30)
    })
    const reply = await rawRequest(`${world.proxy.url}${shape.path(true)}`, {
      headers: HEADERS,
      body: JSON.stringify(shape.body('Hi', true)),
    })
    expect(reply.body.toString()).toContain('error')
    expect(reply.isCut).toBe(false)
  })
})

test('a compressed stream that breaks off says what it had said, and that it broke off', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((seen: SeenRequest, response) => {
    const frames = openaiChat.encodeStream(scripted(seen, { text: 'One two three.' }), { textChars: 4 })
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.on('data', (chunk: Buffer) => void response.write(chunk))
    gzip.write(Buffer.concat(frames.slice(0, 4)))
    gzip.flush(() => setTimeout(() => response.destroy(), 20))
  })
  const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
    headers: HEADERS,
    body: JSON.stringify({ model: 'gpt-5.5', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect(reply.isCut).toBe(false)
  expect(reply.body.toString()).toContain('"One ')
  expect(reply.body.toString()).toContain('broke off')
  expect((await world.records()).filter(({ event }) => event.kind === 'model-response')).toHaveLength(1)
})

test('a stream that is denied and breaks off still ends', async () => {
  await using world = await startWorld(
    '- repetition_guard: {id: no-loops, window_size: 5, max_repeats: 2, action: deny}',
  )
  world.upstream.script((seen: SeenRequest, response) => {
    const frames = openaiChat.encodeStream(scripted(seen, { text: 'The same words again.' }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(Buffer.concat(frames.slice(0, 2)))
    setTimeout(() => response.destroy(), 20)
  })
  for (let call = 0; call < 3; call += 1) {
    const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
      headers: [...HEADERS, 'X-Holdfast-Session', 's'],
      body: JSON.stringify({ model: 'gpt-5.5', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
    })
    expect(reply.isCut).toBe(false)
    expect(reply.body.toString()).toContain('"error"')
  }
  const verdicts = (await world.records()).map(({ decision }) => decision?.verdict)
  expect(verdicts.at(-1)).toBe('deny')
})

test('a provider that cannot be reached is a 502 in its own words', async () => {
  await using world = await startWorld(NO_RM, { upstreams: { anthropic: 'http://127.0.0.1:9' } })
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    headers: HEADERS,
    body: '{"model":"x","messages":[{"role":"user","content":"hi"}]}',
  })
  expect(reply.status).toBe(502)
  expect(JSON.parse(reply.body.toString())).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  const kinds = (await world.records()).map(({ event }) => event.kind)
  expect(kinds.at(-1)).toBe('model-response')
})

test('a gzip bomb and a broken gzip are refused', async () => {
  await using world = await startWorld(NO_RM, { maxBodyBytes: 1_000_000 })
  for (const body of [
    gzipSync(Buffer.alloc(50_000_000, 0x20)),
    gzipSync(Buffer.from('{}')).subarray(0, 10),
  ]) {
    const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
      headers: [...HEADERS, 'Content-Encoding', 'gzip'],
      body,
    })
    expect(reply.status).toBe(400)
  }
  expect(world.upstream.requests).toHaveLength(0)
})

test('bytes that are not UTF-8 inside JSON pass as they came', async () => {
  await using world = await startWorld(NO_RM)
  const body = Buffer.concat([
    Buffer.from('{"model":"x","messages":[{"role":"user","content":"a'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"}]}'),
  ])
  await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, { headers: HEADERS, body })
  expect(world.upstream.requests[0]!.bytes.equals(body)).toBe(true)
})

test('odd but valid JSON never brings the gateway down', async () => {
  await using world = await startWorld(NO_RM)
  const oddities = [
    { messages: null },
    { messages: 'text' },
    { messages: [null, 3, [], { role: 7, content: { a: 1 } }] },
    { messages: [{ role: 'assistant', tool_calls: null }] },
    { messages: [{ role: 'tool', content: null }], tools: 'none', stream: 'yes' },
    { model: 5, messages: [{ role: 'user', content: [{ type: 'text' }, { type: 'tool_result' }] }] },
    { ['__proto__']: { polluted: true }, messages: [] },
  ]
  for (const [, shape] of FORMATS)
    for (const oddity of oddities) {
      const reply = await rawRequest(`${world.proxy.url}${shape.path(false)}`, {
        headers: HEADERS,
        body: JSON.stringify({ ...oddity, contents: oddity.messages, input: oddity.messages }),
      })
      expect(reply.status).toBe(200)
    }
  expect(world.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('something that is not HTTP gets an answer and loses its connection', async () => {
  await using world = await startWorld(NO_RM)
  const said = await new Promise<string>((resolve) => {
    const socket = connect(world.proxy.port, '127.0.0.1', () =>
      socket.write('\u0016\u0003\u0001 not http\r\n\r\n'),
    )
    let text = ''
    socket
      .on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      .on('close', () => resolve(text))
  })
  expect(said).toContain('400')
})

test('a client that breaks off its own body sends nothing upstream', async () => {
  await using world = await startWorld(NO_RM)
  await new Promise<void>((resolve) => {
    const socket = connect(world.proxy.port, '127.0.0.1', () => {
      socket.write('POST /anthropic/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"model":')
      setTimeout(() => socket.destroy(), 30)
    })
    socket.on('close', () => setTimeout(resolve, 50))
  })
  expect(world.upstream.requests).toHaveLength(0)
  expect(world.proxy.overview().traffic.openExchanges).toBe(0)
})
