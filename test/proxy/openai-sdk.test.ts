import OpenAI, { APIError, PermissionDeniedError } from 'openai'
import { expect, test } from 'vitest'
import { NO_RM, startWorld, type World } from './world.ts'

const client = ({ proxy }: World, suffix = '/v1'): OpenAI =>
  new OpenAI({ apiKey: 'test-key', baseURL: `${proxy.url}/openai${suffix}` })

const ask = { model: 'gpt-5.5', messages: [{ role: 'user' as const, content: 'Hi' }] }
const bash = [
  { type: 'function' as const, function: { name: 'bash', parameters: { type: 'object', properties: {} } } },
]
const badCall = { id: 'call_1', tool: 'bash', args: { command: 'sudo rm -rf /' } }
const goodCall = { id: 'call_2', tool: 'bash', args: { command: 'ls' } }

test('chat goes through as it is, with and without /v1 in the base URL', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ text: 'Good morning.' })
  for (const suffix of ['/v1', '']) {
    const { choices } = await client(world, suffix).chat.completions.create(ask)
    expect(choices[0]?.message.content).toBe('Good morning.')
  }
  expect(world.upstream.requests.map(({ path }) => path)).toEqual([
    '/v1/chat/completions',
    '/v1/chat/completions',
  ])
})

test('a tool loop is one turn, and its results are judged once', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script(
    { toolCalls: [goodCall] },
    { toolCalls: [{ ...goodCall, id: 'call_3' }] },
    { text: 'Done.' },
  )
  const runner = client(world).chat.completions.runTools({
    model: 'gpt-5.5',
    messages: [{ role: 'user', content: 'List.' }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'bash',
          description: 'Runs a command.',
          parameters: { type: 'object', properties: {} },
          function: (_args: string) => 'a.txt',
        },
      },
    ],
  })
  expect(await runner.finalContent()).toBe('Done.')
  const kinds = (await world.records()).map(({ event, folded }) => `${event.kind}${folded ? ' folded' : ''}`)
  expect(kinds).toEqual([
    'session-start',
    'turn-start',
    'model-request',
    'model-response',
    'tool-call',
    'tool-result',
    'model-request',
    'model-response',
    'tool-call',
    'tool-result',
    'model-request',
    'model-response',
    'turn-end',
  ])
})

test('a denied call is replaced, and the other calls of the reply go on', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ toolCalls: [badCall, goodCall] })
  const { choices } = await client(world).chat.completions.create({ ...ask, tools: bash })
  expect(choices[0]?.finish_reason).toBe('tool_calls')
  expect(choices[0]?.message.content).toContain('blocked by contract')
  expect(choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(['call_2'])
})

test('a denied call is a typed error that is not repeated, when denials are refusals', async () => {
  await using world = await startWorld(NO_RM, { onDeny: 'refuse' })
  world.upstream.script({ toolCalls: [badCall] })
  const failure = await client(world)
    .chat.completions.create({ ...ask, tools: bash })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PermissionDeniedError)
  expect(failure).toMatchObject({ status: 403, code: 'holdfast_blocked' })
  expect(world.upstream.requests).toHaveLength(1)
})

test('a call that the client forced cannot be replaced, so it is refused', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ toolCalls: [badCall] })
  const failure = await client(world)
    .chat.completions.create({ ...ask, tools: bash, tool_choice: 'required' })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PermissionDeniedError)
  expect(world.upstream.requests).toHaveLength(1)
})

test('a chat stream flows, and a denied call never reaches the client', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({
    text: 'One moment.',
    toolCalls: [badCall, goodCall],
    chunking: { textChars: 2, argsChars: 3 },
  })
  const stream = client(world).chat.completions.stream({ ...ask, tools: bash })
  const chunks: string[] = []
  stream.on('chunk', (chunk) => void chunks.push(JSON.stringify(chunk)))
  const { choices } = await stream.finalChatCompletion()
  expect(choices[0]?.message.content).toContain('One moment.')
  expect(choices[0]?.message.content).toContain('blocked')
  expect(choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(['call_2'])
  expect(chunks.join('')).not.toContain('call_1')
  expect(chunks.join('')).not.toContain('sudo')
})

test('usage that only the contract needs is asked for and not shown to the client', async () => {
  await using world = await startWorld(`
- cost_ceiling:
    id: budget
    max_usd_per_session: 5.0
    action_on_breach: deny
`)
  world.upstream.script({ text: 'Hello there.', usage: { input: 1000, output: 100 } })
  const stream = await client(world).chat.completions.create({ ...ask, stream: true })
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  expect(world.upstream.requests[0]?.body['stream_options']).toEqual({ include_usage: true })
  expect(chunks.every(({ usage }) => usage === undefined || usage === null)).toBe(true)
  expect(chunks.every(({ choices }) => choices.length > 0)).toBe(true)
  const reply = (await world.records()).find(({ event }) => event.kind === 'model-response')
  expect(reply?.event).toMatchObject({
    usage: { input: 1000, output: 100 },
    costUsd: expect.closeTo(0.008, 5),
  })
})

test('responses go through, streamed and not, and a denied call is replaced', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ text: 'Good morning.' })
  const plain = await client(world).responses.create({ model: 'gpt-5.5', input: 'Hi' })
  expect(plain.output_text).toBe('Good morning.')
  world.upstream.script({ toolCalls: [badCall] })
  const denied = await client(world).responses.create({ model: 'gpt-5.5', input: 'Clean up' })
  expect(denied.output_text).toContain('blocked by contract')
  const stream = client(world).responses.stream({ model: 'gpt-5.5', input: 'Clean up now' })
  const events: string[] = []
  stream.on('event', (event) => void events.push(JSON.stringify(event)))
  const streamed = await stream.finalResponse()
  expect(streamed.output_text).toContain('blocked by contract')
  expect(events.join('')).not.toContain('sudo')
})

test('a call the provider remembers and the client never saw is answered in the next request', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ toolCalls: [badCall] })
  const denied = await client(world).responses.create({ model: 'gpt-5.5', input: 'Clean up' })
  world.upstream.script({ text: 'Understood.' })
  await client(world).responses.create({
    model: 'gpt-5.5',
    input: 'Why not?',
    previous_response_id: denied.id,
  })
  expect(world.upstream.requests[1]?.body['input']).toMatchObject([
    { type: 'function_call_output', call_id: 'call_1' },
    { role: 'user' },
  ])
  const sessions = new Set((await world.records()).map(({ event }) => event.sessionId))
  expect(sessions.size).toBe(1)
})

test('errors inside a refused stream are typed, before and after its first words', async () => {
  await using world = await startWorld(NO_RM, { onDeny: 'refuse' })
  for (const text of ['', 'First some words.']) {
    world.upstream.script({ text, toolCalls: [badCall] })
    const chat = await client(world)
      .chat.completions.stream({ ...ask, tools: bash })
      .finalChatCompletion()
      .catch((error: unknown) => error)
    expect(chat).toBeInstanceOf(APIError)
    expect(String(chat)).toContain('blocked by contract')
    const response = await client(world)
      .responses.stream({ model: 'gpt-5.5', input: `Hi ${text}` })
      .finalResponse()
      .catch((error: unknown) => error)
    expect(String(response)).toContain('blocked by contract')
  }
  expect(world.upstream.requests).toHaveLength(4)
})
