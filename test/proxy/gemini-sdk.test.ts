import { ApiError, GoogleGenAI } from '@google/genai'
import { expect, test } from 'vitest'
import { NO_RM, startWorld, type World } from './world.ts'

const client = ({ proxy }: World): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'test-key', httpOptions: { baseUrl: `${proxy.url}/gemini` } })

const model = 'gemini-2.5-flash'
const badCall = { id: 'call_1', tool: 'delete_everything', args: { path: 'sudo' } }
const goodCall = { id: 'call_2', tool: 'list', args: { path: '.' } }

test('a chat goes through as it is', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ text: 'Good morning.' })
  const chat = client(world).chats.create({ model })
  expect((await chat.sendMessage({ message: 'Hi' })).text).toBe('Good morning.')
  expect((await chat.sendMessage({ message: 'Again' })).text).toBe('Good morning.')
  const events = (await world.records()).map(({ event }) => event.kind)
  expect(events.filter((kind) => kind === 'turn-end')).toHaveLength(2)
  expect(events.filter((kind) => kind === 'session-start')).toHaveLength(1)
})

test('a denied call becomes words, streamed and not, and the others go on', async () => {
  await using world = await startWorld(NO_RM)
  world.upstream.script({ toolCalls: [badCall, goodCall] })
  const whole = await client(world).models.generateContent({ model, contents: 'Clean up' })
  expect(whole.functionCalls?.map(({ name }) => name)).toEqual(['list'])
  expect(JSON.stringify(whole.candidates)).toContain('blocked by contract')
  const pieces = []
  for await (const piece of await client(world).models.generateContentStream({ model, contents: 'Clean up' }))
    pieces.push(piece)
  expect(JSON.stringify(pieces)).not.toContain('delete_everything {')
  expect(pieces.flatMap((piece) => piece.functionCalls ?? []).map(({ name }) => name)).toEqual(['list'])
})

test('a denied call is a typed error that is not repeated, when denials are refusals', async () => {
  await using world = await startWorld(NO_RM, { onDeny: 'refuse' })
  world.upstream.script({ toolCalls: [badCall] })
  const failure = await client(world)
    .models.generateContent({ model, contents: 'Clean up' })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 403 })
  expect(String(failure)).toContain('HOLDFAST_BLOCKED')
  expect(world.upstream.requests).toHaveLength(1)
})
