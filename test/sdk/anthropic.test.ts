import Anthropic, { PermissionDeniedError } from '@anthropic-ai/sdk'
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
  model: 'claude-opus-4-5',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'Tidy up.' }],
  tools: [{ name: 'bash', input_schema: { type: 'object' as const } }],
}

async function wrapped(turns: string, contract = NO_RM, options: WrapOptions = {}) {
  const model = await mockModel(turns)
  const { records, options: recorded } = recording()
  const client = new Anthropic({ apiKey: 'test-key', baseURL: `${model.url}/anthropic` })
  return { model, records, client: wrap(client, contract, { ...recorded, ...options }) }
}

test('a message that keeps the contract comes back as it is', async () => {
  const { client, records } = await wrapped(GOOD_CALL)
  expect(client).toBeInstanceOf(Anthropic)
  const { content, stop_reason } = await client.messages.create(ask)
  expect(content).toMatchObject([
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', name: 'bash', input: { command: 'ls' } },
  ])
  expect(stop_reason).toBe('tool_use')
  expect(kinds(records)).toEqual([
    'session-start',
    'turn-start',
    'model-request',
    'model-response',
    'tool-call',
  ])
})

test('a denied call throws a typed error with findings, after one request and no retries', async () => {
  const { client, model } = await wrapped(BAD_CALL)
  const error = await rejection(client.messages.create(ask))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect(error).toBeInstanceOf(PermissionDeniedError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-destruction')
  expect(model.requests).toHaveLength(1)
})

test('with `replace` the agent is told instead and can go on', async () => {
  const { client } = await wrapped(BAD_CALL, NO_RM, { onDeny: 'replace' })
  const { content, stop_reason } = await client.messages.create(ask)
  expect(stop_reason).toBe('end_turn')
  expect(content.map(({ type }) => type)).toEqual(['text', 'text'])
  const streamed = await client.messages.stream(ask).finalMessage()
  expect(streamed.stop_reason).toBe('end_turn')
  expect(JSON.stringify(streamed.content)).toContain('was blocked by contract')
})

test('a streamed denial throws while iterating, after the text in front of it', async () => {
  const { client } = await wrapped(BAD_CALL)
  const { items, error } = await collect(await client.messages.create({ ...ask, stream: true }))
  expect(error).toBeInstanceOf(ContractBreachError)
  const text = items.map((item) =>
    item.type === 'content_block_delta' && item.delta.type === 'text_delta' ? item.delta.text : '',
  )
  expect(text.join('')).toBe('Let me tidy up.')
  expect(JSON.stringify(items)).not.toContain('tool_use')
})

test('the `.stream()` helper rejects with the very breach, awaited and iterated', async () => {
  const { client } = await wrapped(BAD_CALL)
  const error = await rejection(client.messages.stream(ask).finalMessage())
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-destruction')
  expect((await collect(client.messages.stream(ask))).error).toBeInstanceOf(ContractBreachError)
})

test('the `.stream()` helper gives the whole message when the contract is kept', async () => {
  const { client } = await wrapped(GOOD_CALL)
  const helper = client.messages.stream(ask)
  const said: string[] = []
  helper.on('text', (text) => said.push(text))
  const { content } = await helper.finalMessage()
  expect(said.join('')).toBe('Let me look.')
  expect(content[1]).toMatchObject({ type: 'tool_use', input: { command: 'ls' } })
})

test('personal data is redacted in messages and in streams', async () => {
  const { client } = await wrapped('turns: ["Write to bob@example.com today."]', NO_MAIL('redact'))
  const { content } = await client.messages.create(ask)
  expect(content).toMatchObject([{ text: 'Write to [REDACTED_EMAIL] today.' }])
  expect(await client.messages.stream(ask).finalText()).toBe('Write to [REDACTED_EMAIL] today.')
})

test('a client with middleware of its own still gets the breach', async () => {
  const { client } = await wrapped(BAD_CALL)
  const copy = client.withOptions({
    middleware: [
      async (request, next) => {
        const { body, status, headers } = await next(request)
        return new Response(body, { status, headers })
      },
    ],
  })
  const error = await rejection(copy.messages.create(ask))
  expect((error as ContractBreachError).findings).toHaveLength(1)
})

test('the beta resource is guarded, token counts pass and batches are refused', async () => {
  const { client, model } = await wrapped(BAD_CALL)
  expect(await rejection(client.beta.messages.create(ask))).toBeInstanceOf(ContractBreachError)
  const { tools: _, max_tokens: __, ...question } = ask
  expect((await client.messages.countTokens(question)).input_tokens).toBeGreaterThan(0)
  const sent = model.requests.length
  const batch = client.messages.batches.create({ requests: [{ custom_id: 'one', params: ask }] })
  expect(await rejection(batch)).toBeInstanceOf(ContractBreachError)
  expect(model.requests).toHaveLength(sent)
})

test('a reader that leaves early is still accounted for, and the next turn begins', async () => {
  const { client, records } = await wrapped('turns: ["A long answer that is cut short by its reader."]')
  for await (const item of await client.messages.create({ ...ask, stream: true }))
    if (item.type === 'content_block_delta') break
  await client.messages.create({ ...ask, messages: [{ role: 'user', content: 'Again.' }] })
  expect(records.filter(({ event }) => event.kind === 'model-response')).toHaveLength(2)
})
