import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { gemini, openaiChat } from '../../src/wire/formats/index.ts'
import { rawRequest } from './raw-client.ts'
import { scripted, type SeenRequest } from './scripted-upstream.ts'
import { NO_RM, startWorld } from './world.ts'

const HEADERS = ['Content-Type', 'application/json', 'Authorization', 'Bearer k']
const BAD = { id: 'call_1', tool: 'delete_all', args: { path: '/' } }

test('a stream written as a JSON array is judged too', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((seen: SeenRequest, response) => {
    const frames = gemini.encodeStream(scripted(seen, { text: 'Now.', toolCalls: [BAD] }), { textChars: 2 })
    const values = frames.map((frame) =>
      Buffer.from(frame)
        .toString()
        .trim()
        .replace(/^data: /u, ''),
    )
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`[${values.join(',\r\n')}]`)
  })
  const reply = await rawRequest(
    `${world.proxy.url}/gemini/v1beta/models/gemini-2.5-flash:streamGenerateContent`,
    {
      headers: HEADERS,
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Clean up' }] }] }),
    },
  )
  const parsed = JSON.parse(reply.body.toString()) as unknown[]
  expect(Array.isArray(parsed)).toBe(true)
  expect(reply.body.toString()).not.toContain('functionCall')
  expect(reply.body.toString()).toContain('blocked by contract')
})

test.each([
  ['/gemini/v1beta/openai/chat/completions', '/v1beta/openai/chat/completions'],
  [
    '/openai/openai/deployments/gpt/chat/completions?api-version=1',
    '/openai/deployments/gpt/chat/completions?api-version=1',
  ],
  ['/openai/openai/v1/chat/completions', '/openai/v1/chat/completions'],
  ['/gemini/v1/projects/p/locations/l/endpoints/openapi/chat/completions', undefined],
  ['/openai/gateway/v1/../chat/completions', undefined],
])('a format served under a path of somebody else is judged there too: %s', async (path, asked) => {
  await using world = await startWorld(NO_RM)
  world.upstream.answer(() => (seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(openaiChat.encodeReply(scripted(seen, { toolCalls: [BAD] }))))
  })
  const reply = await rawRequest(`${world.proxy.url}${path}`, {
    headers: HEADERS,
    body: JSON.stringify({ model: 'gpt-5.5', messages: [{ role: 'user', content: 'Clean up' }] }),
  })
  expect(reply.body.toString()).toContain('blocked by contract')
  expect(reply.body.toString()).not.toContain('delete_all"')
  if (asked !== undefined) expect(world.upstream.requests[0]?.path).toBe(asked)
})

test('a message of a thread is nothing that Messages would answer', async () => {
  await using world = await startWorld(NO_RM)
  const reply = await rawRequest(`${world.proxy.url}/openai/v1/threads/t1/messages`, {
    headers: HEADERS,
    body: JSON.stringify({ role: 'user', content: 'Hi' }),
  })
  expect(reply.status).toBe(200)
  expect(await world.records()).toEqual([])
})

test('a whole address instead of a path means the same', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ toolCalls: [BAD] })
  const body = JSON.stringify({ model: 'gpt-5.5', messages: [{ role: 'user', content: 'Clean up' }] })
  const ask = (target: string): Promise<string> =>
    new Promise((resolve) => {
      let said = ''
      const socket = connect(world.proxy.port, '127.0.0.1')
      socket.on('data', (chunk: Buffer) => void (said += chunk.toString())).on('close', () => resolve(said))
      socket.write(
        `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    })
  expect(await ask(`${world.proxy.url}/openai/v1/chat/completions`)).toContain('blocked by contract')
  expect(await ask(`${world.proxy.url}/health`)).toContain('"ok"')
  expect(await ask('*')).toContain('404 Not Found')
})

test('a method hidden in a header does not hide the request', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.answer(() => (seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(gemini.encodeReply(scripted(seen, { toolCalls: [BAD] }))))
  })
  const reply = await rawRequest(`${world.proxy.url}/gemini/v1beta/models/gemini-2.5-flash:generateContent`, {
    method: 'PUT',
    headers: [...HEADERS, 'X-HTTP-Method-Override', 'POST'],
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Clean up' }] }] }),
  })
  expect(reply.body.toString()).toContain('blocked by contract')
})

test('a stream under the name of JSON is judged too', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((seen: SeenRequest, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(Buffer.concat(openaiChat.encodeStream(scripted(seen, { toolCalls: [BAD] }))))
  })
  const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
    headers: HEADERS,
    body: JSON.stringify({
      model: 'gpt-5.5',
      stream: true,
      messages: [{ role: 'user', content: 'Clean up' }],
    }),
  })
  expect(reply.body.toString()).not.toContain('delete_all"')
  expect(reply.body.toString()).toContain('blocked by contract')
})

const ASKED = [{ role: 'user', content: 'Look it up' }]
const OFFERS: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>, left: unknown])[] = [
  [
    '/anthropic/v1/messages',
    {
      max_tokens: 5,
      messages: ASKED,
      tools: [
        { type: 'web_search_20260318', name: 'web_search' },
        { name: 'ls', input_schema: {} },
      ],
    },
    [{ name: 'ls', input_schema: {} }],
  ],
  [
    '/openai/v1/responses',
    { input: 'Look it up', tools: [{ type: 'web_search_preview' }, { type: 'function', name: 'ls' }] },
    [{ type: 'function', name: 'ls' }],
  ],
  ['/openai/v1/responses', { input: 'Look it up', tools: [{ type: 'mcp', server_label: 'web' }] }, undefined],
  [
    '/gemini/v1beta/models/gemini-2.5-flash:generateContent',
    {
      contents: [{ role: 'user', parts: [{ text: 'Look it up' }] }],
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'ls' }] }],
    },
    [{ functionDeclarations: [{ name: 'ls' }] }],
  ],
]

test.each(OFFERS)(
  'a blocked tool that the provider would run is not offered to it: %s',
  async (path, body, left) => {
    const blocklist = '- tool_blocklist: {id: offline, tools: [web_search, google_search, "mcp__*"]}'
    const asked = { model: 'm', ...body }
    for (const mode of ['enforce', 'shadow'] as const) {
      await using world = await startWorld(blocklist, { mode })
      const reply = await rawRequest(`${world.proxy.url}${path}`, {
        headers: HEADERS,
        body: JSON.stringify(asked),
      })
      expect(reply.status).toBe(200)
      const sent = world.upstream.requests[0]?.body
      expect(sent?.['tools']).toEqual(mode === 'shadow' ? body['tools'] : left)
      const marks = (await world.records()).filter(({ event }) => event.kind === 'mark')
      expect(marks).toHaveLength(mode === 'shadow' ? 0 : 1)
    }
  },
)

test('only allowed tools of the provider are offered to it, by the name of their calls', async () => {
  await using world = await startWorld('- tool_allowlist: {id: few, tools: [web_search, ls]}')
  const tools = [
    { type: 'web_search_preview' },
    { type: 'code_interpreter' },
    { type: 'function', name: 'rm' },
  ]
  await rawRequest(`${world.proxy.url}/openai/v1/responses`, {
    headers: HEADERS,
    body: JSON.stringify({ model: 'm', input: 'Look it up', tools }),
  })
  // what the client runs is judged when it is called
  expect(world.upstream.requests[0]?.body['tools']).toEqual([tools[0], tools[2]])
})

test('a reply that would be fetched later is refused', async () => {
  await using world = await startWorld(NO_RM)
  const reply = await rawRequest(`${world.proxy.url}/openai/v1/responses`, {
    headers: HEADERS,
    body: JSON.stringify({ model: 'gpt-5.5', input: 'Clean up', background: true }),
  })
  expect(reply.status).toBe(403)
  expect(world.upstream.requests).toHaveLength(0)
})

test('a stored reply cannot be fetched again when a call of it was withheld', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ id: 'resp_1', toolCalls: [BAD] })
  await rawRequest(`${world.proxy.url}/openai/v1/responses`, {
    headers: HEADERS,
    body: JSON.stringify({ model: 'gpt-5.5', input: 'Clean up' }),
  })
  const fetched = (id: string) =>
    rawRequest(`${world.proxy.url}/openai/v1/responses/${id}`, { method: 'GET', headers: HEADERS })
  expect((await fetched('resp_1')).status).toBe(403)
  expect((await fetched('resp_2')).status).toBe(200)
})

test('posts that nothing judges are refused where the operator wants that', async () => {
  await using world = await startWorld(NO_RM, { refusesUnjudged: true })
  const post = (path: string) => rawRequest(`${world.proxy.url}${path}`, { headers: HEADERS, body: '{}' })
  expect((await post('/anthropic/v1/messages/batches')).status).toBe(403)
  expect((await rawRequest(`${world.proxy.url}/openai/v1/models`, { method: 'GET' })).status).toBe(200)
})

test('a call whose name comes in pieces never leaves, because clients do not agree what it is', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script((_seen, response) => {
    const chunk = (delta: object, finish_reason: string | null = null): string =>
      `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    const fragment = (words: object): string =>
      chunk({ tool_calls: [{ index: 0, id: 'c1', function: words }] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(fragment({ name: 'delete', arguments: '' }))
    response.write(fragment({ name: '_all', arguments: '{}' }))
    response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
  })
  const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
    headers: HEADERS,
    body: JSON.stringify({ model: 'gpt-5.5', stream: true, messages: [{ role: 'user', content: 'Go' }] }),
  })
  expect(reply.body.toString()).not.toContain('tool_calls')
  expect(reply.body.toString()).toContain('cannot be read')
})

test('a call whose arguments nobody can read never leaves', async () => {
  await using world = await startWorld(NO_RM)
  for (const stream of [false, true]) {
    world.upstream.script({ toolCalls: [{ id: 'c1', tool: 'list', args: '{"path": "/tm' }] })
    const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
      headers: HEADERS,
      body: JSON.stringify({
        model: 'gpt-5.5',
        stream,
        messages: [{ role: 'user', content: `Look ${stream}` }],
      }),
    })
    expect(reply.body.toString()).toContain('its arguments are not a JSON object')
    expect(reply.body.toString()).not.toContain('/tm')
  }
})

test('text that is held back as a whole is gone as a whole when the reply is refused', async () => {
  await using world = await startWorld(
    `${NO_RM}
- repetition_guard: {id: no-loops, window_size: 5, max_repeats: 2, action: deny}
`,
    { hold: 'reply' },
  )
  world.upstream.script({ text: 'The same words again.' })
  const bodies = []
  for (let turn = 0; turn < 3; turn += 1) {
    const reply = await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, {
      headers: [...HEADERS, 'X-Holdfast-Session', 's'],
      body: JSON.stringify({
        model: 'gpt-5.5',
        stream: true,
        messages: [{ role: 'user', content: `Say ${turn}` }],
      }),
    })
    bodies.push(reply.body.toString())
  }
  expect(bodies[1]).toContain('The same words again.')
  expect(bodies[2]).not.toContain('The same words again.')
  expect(bodies[2]).toContain('no-loops')
})

test('asking for usage leaves every other byte of the request alone', async () => {
  await using world = await startWorld(
    '\n- cost_ceiling: {id: budget, max_usd_per_session: 5, action_on_breach: deny}\n',
  )
  const body =
    '\n{ "model": "gpt-5.5", "seed": 12345678901234567890, "stream": true,\n "messages": [{"role": "user", "content": "Hi"}] }'
  await rawRequest(`${world.proxy.url}/openai/v1/chat/completions`, { headers: HEADERS, body })
  expect(world.upstream.requests[0]!.bytes.toString()).toBe(
    body.replace('{ "model"', '{"stream_options":{"include_usage":true}, "model"'),
  )
})
