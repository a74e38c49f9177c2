import { describe, expect, test } from 'vitest'
import { FORMATS, readReply } from './formats.ts'
import { rawRequest } from './raw-client.ts'
import { startWorld } from './world.ts'

const HEADERS = ['Content-Type', 'application/json', 'X-Api-Key', 'k']

const pii = (action: string, more = '') => `
- pii_filter:
    id: no-leaks
    patterns: [email, ssn]
    action: ${action}
${more.replaceAll(/^(?=.)/gmu, '    ')}
`

describe.each(FORMATS)('%s', (_name, shape) => {
  test('an address split over deltas is redacted, streamed and not', async () => {
    await using world = await startWorld(pii('redact'))
    for (const stream of [true, false]) {
      world.upstream.script({ text: 'Write to anna.smith@example.com today.', chunking: { textChars: 1 } })
      const reply = await rawRequest(`${world.proxy.url}${shape.path(stream)}`, {
        headers: HEADERS,
        body: JSON.stringify(shape.body(`Who? ${stream}`, stream)),
      })
      expect(readReply(shape, reply.body, stream).text).toBe('Write to [REDACTED_EMAIL] today.')
      expect(reply.body.toString()).not.toContain('smith')
    }
    for (const { event } of await world.records()) expect(JSON.stringify(event)).not.toContain('smith')
  })

  test('a number that must not leave ends the reply, streamed and not', async () => {
    await using world = await startWorld(pii('block'))
    for (const stream of [true, false]) {
      world.upstream.script({ text: 'It is 536-22-1234, keep it.', chunking: { textChars: 2 } })
      const reply = await rawRequest(`${world.proxy.url}${shape.path(stream)}`, {
        headers: HEADERS,
        body: JSON.stringify(shape.body(`Which? ${stream}`, stream)),
      })
      expect(reply.body.toString()).not.toContain('1234')
      expect(reply.body.toString()).not.toContain('keep it')
      const { text, refusal } = readReply(shape, reply.body, stream)
      expect(`${text}${refusal ?? ''}`).toMatch(/Holdfast|must not leave/u)
    }
    const blocked = (await world.records()).filter(({ effect }) => effect.kind === 'block')
    expect(blocked.map(({ event }) => event.kind)).toEqual(['model-response', 'model-response'])
  })

  test('arguments of a call are redacted before the client sees them', async () => {
    await using world = await startWorld(pii('redact'))
    for (const stream of [true, false]) {
      world.upstream.script({
        toolCalls: [{ id: 'c1', tool: 'mail', args: { to: 'anna.smith@example.com', count: 2 } }],
        chunking: { argsChars: 3 },
      })
      const reply = await rawRequest(`${world.proxy.url}${shape.path(stream)}`, {
        headers: HEADERS,
        body: JSON.stringify(shape.body(`Mail. ${stream}`, stream)),
      })
      expect(readReply(shape, reply.body, stream).calls).toMatchObject([
        { tool: 'mail', args: { to: '[REDACTED_EMAIL]', count: 2 } },
      ])
      expect(reply.body.toString()).not.toContain('smith')
    }
  })

  test('what users write is redacted before the model sees it, every time it is sent', async () => {
    await using world = await startWorld(pii('redact', 'scan: [input]'))
    for (const round of [1, 2]) {
      await rawRequest(`${world.proxy.url}${shape.path(false)}`, {
        headers: HEADERS,
        body: JSON.stringify(shape.body('I am anna.smith@example.com', false)),
      })
      const sent = world.upstream.requests.at(-1)!.bytes.toString()
      expect(sent, `round ${round}`).toContain('I am [REDACTED_EMAIL]')
      expect(sent).not.toContain('smith')
    }
  })
})

test('an address split over blocks of text is redacted, streamed and not', async () => {
  await using world = await startWorld(pii('redact'))
  const words = ['Write to anna.sm', 'ith@example.com today', ', or never.']
  const head = { id: 'm1', type: 'message', role: 'assistant', model: 'claude-sonnet-5' }
  const usage = { input_tokens: 9, output_tokens: 9 }
  world.upstream.answer(({ body }) => (_seen, response) => {
    if (body['stream'] !== true) {
      const content = words.map((text) => ({ type: 'text', text }))
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ ...head, content, stop_reason: 'end_turn', usage }))
    }
    const blocks = words.flatMap((text, index) => [
      { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index },
    ])
    const events = [
      { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      { type: 'message_stop' },
    ]
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  })
  const [, shape] = FORMATS.find(([name]) => name === 'anthropic-messages')!
  for (const stream of [true, false]) {
    const reply = await rawRequest(`${world.proxy.url}${shape.path(stream)}`, {
      headers: HEADERS,
      body: JSON.stringify(shape.body(`Who? ${stream}`, stream)),
    })
    expect(readReply(shape, reply.body, stream).text).toBe('Write to [REDACTED_EMAIL] today, or never.')
  }
})

test('a tool result is redacted before the model sees it, also when it comes again as history', async () => {
  await using world = await startWorld(pii('redact', 'scan: [tool_results]'))
  const history = [
    { role: 'user', content: 'Look it up' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'find', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'anna.smith@example.com' }],
    },
  ]
  const later = [...history, { role: 'assistant', content: 'Found.' }, { role: 'user', content: 'And?' }]
  for (const messages of [history, later]) {
    await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
      headers: HEADERS,
      body: JSON.stringify({ model: 'claude-sonnet-5', max_tokens: 5, messages }),
    })
    const sent = world.upstream.requests.at(-1)!.bytes.toString()
    expect(sent).not.toContain('smith')
    expect(sent).toContain('[REDACTED_EMAIL]')
    expect(sent).toContain('toolu_1')
  }
})

test('a tool result that may not reach the model stops its request', async () => {
  await using world = await startWorld(pii('block', 'scan: [tool_results]'))
  const reply = await rawRequest(`${world.proxy.url}/anthropic/v1/messages`, {
    headers: HEADERS,
    body: JSON.stringify({
      model: 'claude-sonnet-5',
      max_tokens: 5,
      messages: [
        { role: 'user', content: 'Look it up' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'find', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '536-22-1234' }] },
      ],
    }),
  })
  expect(reply.status).toBe(403)
  expect(world.upstream.requests).toHaveLength(0)
})
