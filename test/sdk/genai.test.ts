import { FunctionCallingConfigMode, GoogleGenAI } from '@google/genai'
import { expect, test } from 'vitest'
import { ContractBreachError, wrap, type WrapOptions } from '../../src/sdk/index.ts'
import {
  BAD_CALL,
  collect,
  GOOD_CALL,
  kinds,
  mockModel,
  NO_MAIL,
  NO_RM,
  recording,
  rejection,
} from './world.ts'

const ask = {
  model: 'gemini-2.5-flash',
  contents: 'Tidy up.',
  config: { tools: [{ functionDeclarations: [{ name: 'bash' }] }] },
}

async function wrapped(turns: string, contract = NO_RM, options: WrapOptions = {}) {
  const model = await mockModel(turns)
  const { records, options: recorded } = recording()
  const httpOptions = { baseUrl: `${model.url}/gemini`, retryOptions: { attempts: 3 } }
  const client = new GoogleGenAI({ apiKey: 'test-key', httpOptions })
  return { model, records, given: client, client: wrap(client, contract, { ...recorded, ...options }) }
}

test('content that keeps the contract comes back as it is', async () => {
  const { client, records, given } = await wrapped(GOOD_CALL)
  expect(client).toBeInstanceOf(GoogleGenAI)
  expect(client).not.toBe(given)
  const reply = await client.models.generateContent(ask)
  expect(reply.text).toBe('Let me look.')
  expect(reply.functionCalls).toMatchObject([{ name: 'bash', args: { command: 'ls' } }])
  expect(kinds(records)).toEqual([
    'session-start',
    'turn-start',
    'model-request',
    'model-response',
    'tool-call',
  ])
})

test('a denied call throws a typed error with findings, after one request and no retries', async () => {
  const { client, model, given } = await wrapped(BAD_CALL)
  const error = await rejection(client.models.generateContent(ask))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-destruction')
  expect(model.requests).toHaveLength(1)
  expect((await given.models.generateContent(ask)).functionCalls).toHaveLength(1)
})

test('with `replace` the agent is told instead, unless the model had to call', async () => {
  const { client } = await wrapped(BAD_CALL, NO_RM, { onDeny: 'replace' })
  const reply = await client.models.generateContent(ask)
  expect(reply.functionCalls).toBeUndefined()
  expect(reply.text).toContain('was blocked by contract')
  const forced = { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } }
  const config = { ...ask.config, toolConfig: forced }
  expect(await rejection(client.models.generateContent({ ...ask, config }))).toBeInstanceOf(
    ContractBreachError,
  )
})

test('a streamed denial throws while iterating, after the text in front of it', async () => {
  const { client } = await wrapped(BAD_CALL)
  const { items, error } = await collect(await client.models.generateContentStream(ask))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect(items.map(({ text }) => text ?? '').join('')).toBe('Let me tidy up.')
})

test('personal data is redacted in replies and in streams', async () => {
  const { client } = await wrapped('turns: ["Write to bob@example.com today."]', NO_MAIL('redact'))
  expect((await client.models.generateContent(ask)).text).toBe('Write to [REDACTED_EMAIL] today.')
  const { items } = await collect(await client.models.generateContentStream(ask))
  expect(items.map(({ text }) => text ?? '').join('')).toBe('Write to [REDACTED_EMAIL] today.')
})

test('chats are guarded too', async () => {
  const { client } = await wrapped(BAD_CALL)
  const chat = client.chats.create({ model: ask.model, config: ask.config })
  expect(await rejection(chat.sendMessage({ message: 'Tidy up.' }))).toBeInstanceOf(ContractBreachError)
})

test('live sessions and interactions are refused, because nothing judges them', async () => {
  const { client, model } = await wrapped(GOOD_CALL)
  expect(() => client.live.connect({} as never)).toThrow('live sessions cannot be judged')
  await rejection(client.interactions.create({ model: ask.model, input: 'Hi' } as never))
  expect(model.requests).toHaveLength(0)
  const passing = await wrapped(GOOD_CALL, NO_RM, { unjudged: 'pass' })
  expect(passing.client.live).toBe(passing.given.live)
})
