import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { anthropicMessages } from '../../src/wire/formats/index.ts'
import { rawRequest } from './raw-client.ts'
import { scripted, type SeenRequest } from './scripted-upstream.ts'
import { NO_RM, startWorld } from './world.ts'

const JSON_TYPE = ['Content-Type', 'application/json']

const prettyRequest = `{
    "model" : "claude-sonnet-5",
    "max_tokens": 10.0,
    "unknown_field": {"big": 12345678901234567890, "twice": 1, "twice": 2},
    "messages": [ { "role": "user", "content": "caf\\u00e9 \u{1F600} é" } ]
}\n`

const prettyReply = `{
  "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5",
  "content": [{"type": "text", "text": "h\\u0069", "new_field": 1e3}],
  "stop_reason": "end_turn", "stop_sequence": null, "unheard_of": 12345678901234567890,
  "usage": {"input_tokens": 1, "output_tokens": 1}
}
`

test('bytes of a request and of its reply stay as they are', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((_request, response) => {
    response.writeHead(200, 'Splendid', [
      'Content-Type',
      'application/json',
      'X-Odd',
      'a',
      'X-Odd',
      'b',
      'request-id',
      'r1',
    ])
    response.end(prettyReply)
  })
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages?beta=true&x=%20y`, {
    headers: [...JSON_TYPE, 'X-API-Key', 'k', 'anthropic-beta', 'a,b', 'X-Odd', '1', 'x-odd', '2'],
    body: prettyRequest,
  })
  const seen = world.upstream.requests[0]!
  expect(seen.bytes.toString()).toBe(prettyRequest)
  expect(seen.path).toBe('/v1/messages?beta=true&x=%20y')
  expect(seen.rawHeaders).toEqual(expect.arrayContaining(['X-API-Key', 'anthropic-beta', 'X-Odd', 'x-odd']))
  expect(reply.body.toString()).toBe(prettyReply)
  expect(reply.status).toBe(200)
  expect(reply.headers['x-odd']).toBe('a, b')
  expect(reply.headers['request-id']).toBe('r1')
})

const ENCODERS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

test.each(Object.entries(ENCODERS))('bodies in %s are judged and pass as they came', async (name, encode) => {
  await using world = await startWorld(NO_RM)
  const bytes = encode(Buffer.from(prettyReply))
  world.upstream.script((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': name,
      'content-length': bytes.length,
    })
    response.end(bytes)
  })
  const body = encode(Buffer.from(prettyRequest))
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    headers: [...JSON_TYPE, 'Content-Encoding', name, 'Accept-Encoding', 'gzip, br, deflate'],
    body,
  })
  expect(world.upstream.requests[0]!.bytes.equals(body)).toBe(true)
  expect(world.upstream.requests[0]!.headers['content-encoding']).toBe(name)
  expect(reply.body.equals(bytes)).toBe(true)
  expect(reply.headers['content-encoding']).toBe(name)
  const kinds = (await world.records()).map(({ event }) => event.kind)
  expect(kinds).toContain('model-response')
})

test.each(Object.entries(ENCODERS))(
  'a reply in %s that must be changed arrives readable',
  async (name, encode) => {
    await using world = await startWorld(NO_RM)
    world.upstream.script((seen: SeenRequest, response) => {
      const whole = scripted(seen, { toolCalls: [{ id: 'c', tool: 'delete_all', args: {} }] })
      const bytes = encode(Buffer.from(JSON.stringify(anthropicMessages.encodeReply(whole))))
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': name,
        'content-length': bytes.length,
        etag: '"x"',
      })
      response.end(bytes)
    })
    const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
      headers: JSON_TYPE,
      body: prettyRequest,
    })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.etag).toBeUndefined()
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length)
    expect(reply.body.toString()).toContain('blocked by contract')
    expect(reply.headers['x-holdfast-decision']).toBe('rewrite')
  },
)

test('a stream without anything to change arrives byte for byte', async () => {
  await using world = await startWorld(NO_RM)
  const frames = [
    ': a comment\n\n',
    ...anthropicMessages
      .encodeStream(
        { id: 'm', model: 'x', text: 'Hello é \u{1F600}', usage: { input: 1, output: 1 } },
        { textChars: 3 },
      )
      .map((frame) => Buffer.from(frame).toString().replace('\n', '\r\n')),
    '\n\n',
  ].join('')
  world.upstream.script((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.end(frames)
  })
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    headers: JSON_TYPE,
    body: '{"model":"x","stream":true,"messages":[{"role":"user","content":"hi"}]}',
  })
  expect(reply.body.toString()).toBe(frames)
})

test('every other path under a provider passes through, whatever its method and body', async () => {
  await using world = await startWorld(NO_RM)
  const bytes = Buffer.from([0, 1, 2, 255, 254])
  world.upstream.script((seen, response) => {
    response.writeHead(207, { 'content-type': 'application/octet-stream' })
    response.end(seen.bytes.length === 0 ? seen.path : seen.bytes)
  })
  const files = await rawRequest(`${world.proxy.url}/openai/v1/files?a=1`, { method: 'PUT', body: bytes })
  expect(files.status).toBe(207)
  expect(files.body.equals(bytes)).toBe(true)
  const models = await rawRequest(`${world.proxy.url}/anthropic/v1/models`, { method: 'GET' })
  expect(models.body.toString()).toBe('/v1/models')
  const count = await rawRequest(`${world.proxy.url}/anthropic/v1/messages/count_tokens`, {
    headers: JSON_TYPE,
    body: '{}',
  })
  expect(count.body.toString()).toBe('{}')
  expect(world.upstream.requests.at(-1)?.path).toBe('/v1/messages/count_tokens')
  expect(await world.records()).toEqual([])
})

test.each([
  '/anthropic//v1/messages',
  '/anthropic/v1/./messages',
  '/anthropic/v1/x/../messages',
  '/anthropic/v1/mess%61ges',
  '/anthropic/v1/Messages/',
  '/openai/v1/messages',
  '/v1/messages',
])('another spelling of a judged path is judged too: %s', async (path) => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((seen: SeenRequest, response) => {
    const whole = scripted(seen, { toolCalls: [{ id: 'c', tool: 'delete_all', args: {} }] })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(anthropicMessages.encodeReply(whole)))
  })
  const { hostname, port } = new URL(world.proxy.url)
  const reply = await rawRequestPath(hostname, port, path)
  expect(reply).not.toContain('delete_all"')
  expect(reply).toContain('blocked by contract')
})

/** Sends the path as it is written, which a URL would have tidied up. */
async function rawRequestPath(host: string, port: string, path: string): Promise<string> {
  const { connect } = await import('node:net')
  const body = '{"model":"x","messages":[{"role":"user","content":"hi"}]}'
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), host, () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    )
    let text = ''
    socket
      .on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      .on('end', () => resolve(text))
      .on('error', reject)
  })
}

test.each(Object.entries(ENCODERS))(
  'a stream in %s is judged and arrives readable; in shadow it arrives as it came',
  async (name, encode) => {
    const deltas = anthropicMessages.encodeStream(
      {
        id: 'm',
        model: 'x',
        text: 'Hello.',
        toolCalls: [{ id: 'c', tool: 'delete_all', args: {} }],
        usage: { input: 1, output: 1 },
      },
      { textChars: 2 },
    )
    const bytes = encode(Buffer.concat(deltas))
    for (const mode of ['enforce', 'shadow'] as const) {
      await using world = await startWorld(NO_RM, { mode })
      world.upstream.script((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': name })
        response.write(bytes.subarray(0, 40))
        setTimeout(() => response.end(bytes.subarray(40)), 20)
      })
      const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
        headers: [...JSON_TYPE, 'Accept-Encoding', 'gzip, br, deflate'],
        body: '{"model":"x","stream":true,"messages":[{"role":"user","content":"hi"}]}',
      })
      if (mode === 'shadow') expect(reply.body.equals(bytes)).toBe(true)
      else {
        expect(world.upstream.requests[0]!.headers['accept-encoding']).toBe('identity')
        expect(reply.body.toString()).toContain('blocked by contract')
      }
      const denied = (await world.records()).filter(({ decision }) => decision.verdict === 'deny')
      expect(denied.map(({ event }) => event.kind)).toEqual(['tool-call'])
    }
  },
)
