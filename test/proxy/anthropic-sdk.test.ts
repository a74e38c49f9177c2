import Anthropic, { APIError, PermissionDeniedError } from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { NO_RM, startWorld, type World } from './world.ts'

const client = ({ proxy }: World): Anthropic =>
  new Anthropic({ apiKey: 'test-key', baseURL: `${proxy.url}/anthropic` })

const ask = {
  model: 'claude-sonnet-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hi' }],
} as const

const bash = [{ name: 'bash', input_schema: { type: 'object' as const } }]

test('a conversation goes through as it is', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ text: 'Good morning.' })
  const message = await client(world).messages.create({ ...ask, messages: [...ask.messages] })
  expect(message.content).toEqual([{ type: 'text', text: 'Good morning.' }])
  expect(message.usage.output_tokens).toBe(5)
  const events = (await world.records()).map(({ event }) => event.kind)
  expect(events).toEqual(['session-start', 'turn-start', 'model-request', 'model-response', 'turn-end'])
})

test('a denied call becomes a text, and the agent can go on', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ toolCalls: [{ id: 'call_1', tool: 'bash', args: { command: 'sudo rm -rf /' } }] })
  const message = await client(world).messages.create({ ...ask, messages: [...ask.messages], tools: bash })
  expect(message.stop_reason).toBe('end_turn')
  expect(message.content).toEqual([
    { type: 'text', text: expect.stringContaining('was blocked by contract `test-contract`') },
  ])
  world.upstream.script({ text: 'Sorry.' })
  const next = await client(world).messages.create({
    ...ask,
    messages: [
      ...ask.messages,
      { role: 'assistant', content: message.content },
      { role: 'user', content: 'Why?' },
    ],
    tools: bash,
  })
  expect(next.content).toMatchObject([{ text: 'Sorry.' }])
  expect(world.upstream.requests).toHaveLength(2)
})

test('a denied call is a typed error that is not repeated, when denials are refusals', async () => {
  await using world = await startWorld(NO_RM, { onDeny: 'refuse' })
  world.upstream.script({ toolCalls: [{ id: 'call_1', tool: 'bash', args: { command: 'rm -rf /' } }] })
  const failure = await client(world)
    .messages.create({ ...ask, messages: [...ask.messages], tools: bash })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PermissionDeniedError)
  expect(failure).toMatchObject({ status: 403, errorCode: 'holdfast_blocked' })
  expect(world.upstream.requests).toHaveLength(1)
})

test('a stream flows, and a denied call never reaches the client', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({
    text: 'Let me clean up.',
    toolCalls: [
      { id: 'call_1', tool: 'bash', args: { command: 'rm -rf /' } },
      { id: 'call_2', tool: 'bash', args: { command: 'ls' } },
    ],
    chunking: { textChars: 3, argsChars: 4 },
  })
  const seen: string[] = []
  const stream = client(world).messages.stream({ ...ask, messages: [...ask.messages], tools: bash })
  stream.on('streamEvent', (event) => void seen.push(JSON.stringify(event)))
  const message = await stream.finalMessage()
  expect(message.stop_reason).toBe('tool_use')
  expect(message.content).toMatchObject([
    { type: 'text', text: 'Let me clean up.' },
    { type: 'text', text: expect.stringContaining('blocked') },
    { type: 'tool_use', id: 'call_2', input: { command: 'ls' } },
  ])
  expect(seen.join('')).not.toContain('call_1')
  expect((await world.records()).map(({ event }) => event.kind)).toEqual([
    'session-start',
    'turn-start',
    'model-request',
    'model-response',
    'tool-call',
    'tool-call',
  ])
})

test('a denied call in a stream is an error when denials are refusals', async () => {
  await using world = await startWorld(NO_RM, { onDeny: 'refuse' })
  world.upstream.script({ toolCalls: [{ id: 'call_1', tool: 'delete_all', args: {} }] })
  const failure = await client(world)
    .messages.stream({ ...ask, messages: [...ask.messages], tools: bash })
    .finalMessage()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PermissionDeniedError)
  world.upstream.script({
    text: 'First some words.',
    toolCalls: [{ id: 'call_1', tool: 'delete_all', args: {} }],
  })
  const later = await client(world)
    .messages.stream({ ...ask, messages: [...ask.messages], tools: bash })
    .finalMessage()
    .catch((error: unknown) => error)
  expect(later).toBeInstanceOf(APIError)
  expect(String(later)).toContain('blocked by contract')
  expect(world.upstream.requests).toHaveLength(2)
})
