import OpenAI, { AzureOpenAI, PermissionDeniedError } from 'openai'
import { expect, test } from 'vitest'
import { ContractBreachError, createGuard, wrap, type WrapOptions } from '../../src/sdk/index.ts'
import type { MockModel } from '../../src/mock/index.ts'
import {
  BAD_CALL,
  collect,
  contractOf,
  GOOD_CALL,
  kinds,
  mockModel,
  NO_MAIL,
  NO_RM,
  recording,
  rejection,
} from './world.ts'

const clientOf = (model: MockModel): OpenAI =>
  new OpenAI({ apiKey: 'test-key', baseURL: `${model.url}/openai/v1`, maxRetries: 2 })

const ask = { model: 'gpt-5.5', messages: [{ role: 'user' as const, content: 'Tidy up.' }] }
const bash = {
  type: 'function' as const,
  function: { name: 'bash', parameters: { type: 'object', properties: {} } },
}

async function wrapped(turns: string, contract = NO_RM, options: WrapOptions = {}) {
  const model = await mockModel(turns)
  const { records, options: recorded } = recording()
  return { model, records, client: wrap(clientOf(model), contract, { ...recorded, ...options }) }
}

test('the wrapped client is of the class of the client, and the client itself stays as it was', async () => {
  const model = await mockModel(BAD_CALL)
  const client = clientOf(model)
  expect(wrap(client, NO_RM)).toBeInstanceOf(OpenAI)
  const { choices } = await client.chat.completions.create({ ...ask, tools: [bash] })
  expect(choices[0]?.message.tool_calls).toHaveLength(1)
})

test('a reply that keeps the contract comes back as it is, with its response', async () => {
  const { client, records } = await wrapped('turns: ["Hello!"]')
  const { data, response } = await client.chat.completions.create(ask).withResponse()
  expect(data.choices[0]?.message.content).toBe('Hello!')
  expect(response.status).toBe(200)
  expect(kinds(records)).toEqual([
    'session-start',
    'turn-start',
    'model-request',
    'model-response',
    'turn-end',
  ])
  expect(records.every(({ event }) => event.surface === 'sdk')).toBe(true)
})

test('a denied call throws a typed error with findings, after one request and no retries', async () => {
  const { client, model, records } = await wrapped(BAD_CALL)
  const error = await rejection(client.chat.completions.create({ ...ask, tools: [bash] }))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect(error).toBeInstanceOf(PermissionDeniedError)
  const breach = error as ContractBreachError
  expect(breach.name).toBe('ContractBreachError')
  expect(breach.contract).toBe('test-contract')
  expect(breach.findings.map(({ clauseId, verdict }) => `${clauseId} ${verdict}`)).toEqual([
    'no-destruction deny',
  ])
  expect(breach.event).toMatchObject({ kind: 'tool-call', tool: 'bash' })
  expect(breach.message).toMatch(/^\[Holdfast\] The call of `bash` was blocked by contract `test-contract`/u)
  expect(model.requests).toHaveLength(1)
  expect(kinds(records)).toContain('tool-call deny')
})

test('with `replace` the agent is told instead and can go on', async () => {
  const { client } = await wrapped(BAD_CALL, NO_RM, { onDeny: 'replace' })
  const { choices } = await client.chat.completions.create({ ...ask, tools: [bash] })
  expect(choices[0]?.finish_reason).toBe('stop')
  expect(choices[0]?.message.tool_calls).toBeUndefined()
  expect(choices[0]?.message.content).toContain('[Holdfast] The call of `bash` was blocked')
})

test('a streamed denial throws while iterating, after the text in front of it', async () => {
  const { client, model } = await wrapped(BAD_CALL)
  const stream = await client.chat.completions.create({ ...ask, tools: [bash], stream: true })
  const { items, error } = await collect(stream)
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-destruction')
  expect(items.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Let me tidy up.')
  expect(items.some(({ choices }) => choices[0]?.delta.tool_calls !== undefined)).toBe(false)
  expect(model.requests).toHaveLength(1)
})

test('the `.stream()` helper rejects with the very breach', async () => {
  const { client } = await wrapped(BAD_CALL)
  const helper = client.chat.completions.stream({ ...ask, tools: [bash] })
  const error = await rejection(helper.finalChatCompletion())
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-destruction')
})

test('the `.stream()` helper gives the whole completion when the contract is kept', async () => {
  const { client, records } = await wrapped(GOOD_CALL)
  const { choices } = await client.chat.completions.stream({ ...ask, tools: [bash] }).finalChatCompletion()
  expect(choices[0]?.message.content).toBe('Let me look.')
  expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'bash' } }])
  expect(records.find(({ event }) => event.kind === 'model-response')?.event).toMatchObject({
    streamed: true,
  })
})

test('`runTools` is one turn, and its results are judged once', async () => {
  const { client, records } = await wrapped(GOOD_CALL)
  const runner = client.chat.completions.runTools({
    ...ask,
    tools: [
      {
        type: 'function',
        function: {
          name: 'bash',
          description: 'Runs a command.',
          parameters: { type: 'object', properties: {} },
          parse: JSON.parse,
          function: (_args: object) => 'a.txt',
        },
      },
    ],
  })
  expect(await runner.finalContent()).toBe('Done.')
  expect(kinds(records)).toEqual([
    'session-start',
    'turn-start',
    'model-request',
    'model-response',
    'tool-call',
    'tool-result',
    'model-request',
    'model-response',
    'turn-end',
  ])
})

test('responses are judged, created and streamed', async () => {
  const tool = { type: 'function' as const, name: 'bash', parameters: {}, strict: false }
  const request = { model: 'gpt-5.5', input: 'Tidy up.', tools: [tool] }
  const { client } = await wrapped(BAD_CALL)
  expect(await rejection(client.responses.create(request))).toBeInstanceOf(ContractBreachError)
  const { items, error } = await collect(await client.responses.create({ ...request, stream: true }))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect(items.some(({ type }) => type.startsWith('response.function_call'))).toBe(false)
  expect(await rejection(client.responses.stream(request).finalResponse())).toBeInstanceOf(
    ContractBreachError,
  )
})

test('a response that keeps the contract is parsed, streamed or not', async () => {
  const { client } = await wrapped('turns: ["Hello!"]')
  expect((await client.responses.create({ model: 'gpt-5.5', input: 'Hi' })).output_text).toBe('Hello!')
  const helper = client.responses.stream({ model: 'gpt-5.5', input: 'Hi' })
  expect((await helper.finalResponse()).output_text).toBe('Hello!')
})

test('personal data is redacted in replies and in streams', async () => {
  const { client } = await wrapped('turns: ["Write to bob@example.com today."]', NO_MAIL('redact'))
  const { choices } = await client.chat.completions.create(ask)
  expect(choices[0]?.message.content).toBe('Write to [REDACTED_EMAIL] today.')
  const { items } = await collect(await client.chat.completions.create({ ...ask, stream: true }))
  const text = items.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')
  expect(text).toBe('Write to [REDACTED_EMAIL] today.')
})

test('a stream that must not say something throws, and the value never leaves', async () => {
  const { client } = await wrapped('turns: ["Write to bob@example.com today."]', NO_MAIL('block'))
  const { items, error } = await collect(await client.chat.completions.create({ ...ask, stream: true }))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-mail')
  expect(JSON.stringify(items)).not.toContain('example.com')
})

test('a denied request is never sent', async () => {
  const tight = contractOf(
    '- context_budget:\n    id: small\n    max_tokens_per_turn: 5\n    action_on_breach: deny\n',
  )
  const { client, model } = await wrapped('turns: ["Hello!"]', tight)
  const long = { ...ask, messages: [{ role: 'user' as const, content: 'word '.repeat(500) }] }
  const error = await rejection(client.chat.completions.create(long))
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('small')
  expect(model.requests).toHaveLength(0)
})

test('shadow records what would have been stopped and changes nothing', async () => {
  const { client, records } = await wrapped(BAD_CALL, NO_RM, { mode: 'shadow' })
  const { choices } = await client.chat.completions.create({ ...ask, tools: [bash] })
  expect(choices[0]?.message.tool_calls).toHaveLength(1)
  const { items } = await collect(
    await client.chat.completions.create({ ...ask, tools: [bash], stream: true }),
  )
  expect(items.some((chunk) => chunk.choices[0]?.delta.tool_calls !== undefined)).toBe(true)
  expect(kinds(records).filter((kind) => kind === 'tool-call deny')).toHaveLength(2)
})

test('an error of the provider stays what it is, retries and all', async () => {
  const { client, model, records } = await wrapped('default: { error: { status: 500, message: "Oh no." } }')
  const error = await rejection(client.chat.completions.create(ask, { maxRetries: 1 }))
  expect(error).toBeInstanceOf(OpenAI.InternalServerError)
  expect(error).not.toBeInstanceOf(ContractBreachError)
  expect(model.requests).toHaveLength(2)
  expect(kinds(records).filter((kind) => kind === 'model-response')).toHaveLength(2)
})

test('a guard shares its session with the client: what is stated counts', async () => {
  const model = await mockModel(GOOD_CALL)
  const { records, options } = recording()
  const guard = createGuard(
    contractOf('- must_state:\n    id: say-why\n    field: reason\n    before_tool_pattern: bash\n'),
    options,
  )
  const client = wrap(clientOf(model), guard)
  const request = { ...ask, tools: [bash] }
  expect(await rejection(client.chat.completions.create(request))).toBeInstanceOf(ContractBreachError)
  guard.state({ reason: 'housekeeping' })
  const { choices } = await client.chat.completions.create(request)
  const [call] = choices[0]!.message.tool_calls!
  expect(call).toMatchObject({ function: { name: 'bash' } })
  // judged in the reply, so announcing it again is not a second call
  guard.toolCall({ tool: 'bash', args: { command: 'ls' }, callId: call!.id })
  expect(kinds(records).filter((kind) => kind.startsWith('tool-call'))).toHaveLength(2)
  expect(new Set(records.map(({ event }) => event.sessionId))).toEqual(new Set([guard.sessionId]))
})

test('conversations are told apart, and a header names a session', async () => {
  const { client, model, records } = await wrapped('turns: ["Hello!"]')
  await client.chat.completions.create(ask)
  await client.chat.completions.create({ ...ask, messages: [{ role: 'user', content: 'Another.' }] })
  await client.chat.completions.create(ask, { headers: { 'x-holdfast-session': 'mine' } })
  const sessions = [...new Set(records.map(({ event }) => event.sessionId))]
  expect(sessions).toHaveLength(3)
  expect(sessions).toContain('mine')
  expect(model.requests.at(-1)?.headers['x-holdfast-session']).toBeUndefined()
})

test('a copy made with `withOptions` is guarded too, also with a `fetch` of its own', async () => {
  const { client, model } = await wrapped(BAD_CALL)
  const urls: string[] = []
  const copy = client.withOptions({
    fetch: (url, init) => {
      urls.push(url as string)
      return fetch(url, init)
    },
  })
  expect(await rejection(copy.chat.completions.create({ ...ask, tools: [bash] }))).toBeInstanceOf(
    ContractBreachError,
  )
  expect(urls).toEqual([`${model.url}/openai/v1/chat/completions`])
})

test('what cannot be judged is refused unless it is let pass; the rest passes', async () => {
  const { client, model } = await wrapped('turns: ["Hello!"]')
  const legacy = { model: 'gpt-3.5-turbo-instruct', prompt: 'Hi' }
  expect(await rejection(client.completions.create(legacy))).toBeInstanceOf(ContractBreachError)
  expect(model.requests).toHaveLength(0)
  const passing = wrap(clientOf(model), NO_RM, { unjudged: 'pass' })
  expect(await rejection(passing.completions.create(legacy))).not.toBeInstanceOf(ContractBreachError)
  expect((await client.models.list()).data.length).toBeGreaterThan(0)
})

test('a response that would be fetched later is refused', async () => {
  const { client, model } = await wrapped('turns: ["Hello!"]')
  const later = client.responses.create({ model: 'gpt-5.5', input: 'Hi', background: true })
  expect(await rejection(later)).toBeInstanceOf(ContractBreachError)
  expect(await rejection(client.responses.retrieve('resp_1'))).toBeInstanceOf(ContractBreachError)
  expect(model.requests).toHaveLength(0)
})

test('a reply that is no JSON never reaches the program, and a cut stream is an error', async () => {
  const model = await mockModel('turns: ["Hello!"]')
  const answers = [
    () => new Response('{"choices": [', { headers: { 'content-type': 'application/json' } }),
    () =>
      new Response('data: {"choices":[{"index":0,"delta":{"content":"Hel', {
        headers: { 'content-type': 'text/event-stream' },
      }),
  ]
  const { records, options } = recording()
  const client = wrap(
    clientOf(model).withOptions({ maxRetries: 0, fetch: async () => answers.shift()!() }),
    NO_RM,
    options,
  )
  expect(await rejection(client.chat.completions.create(ask))).toBeInstanceOf(OpenAI.APIError)
  const { error } = await collect(await client.chat.completions.create({ ...ask, stream: true }))
  expect(error).toBeInstanceOf(OpenAI.APIError)
  expect(kinds(records).filter((kind) => kind === 'model-response')).toHaveLength(2)
})

test('a reader who aborts gets no breach, and the reply so far is recorded', async () => {
  const { client, records } = await wrapped('turns: ["A long answer that nobody waits for."]')
  const controller = new AbortController()
  const stream = await client.chat.completions.create({ ...ask, stream: true }, { signal: controller.signal })
  const { error } = await collect(
    (async function* () {
      for await (const chunk of stream) {
        yield chunk
        controller.abort()
      }
    })(),
  )
  expect(error).not.toBeInstanceOf(ContractBreachError)
  expect(kinds(records).filter((kind) => kind === 'model-response')).toHaveLength(1)
})

test('an Azure client keeps its deployment and its version', async () => {
  const model = await mockModel(BAD_CALL)
  const azure = new AzureOpenAI({
    apiKey: 'test-key',
    endpoint: model.url,
    apiVersion: '2026-01-01',
    deployment: 'mine',
  })
  const seen: string[] = []
  const client = wrap(
    azure.withOptions({
      apiVersion: '2026-01-01',
      deployment: 'mine',
      fetch: (url: string, init: RequestInit) => {
        seen.push(url)
        return fetch(`${model.url}/v1/chat/completions`, init)
      },
    } as object),
    NO_RM,
  )
  expect(client).toBeInstanceOf(AzureOpenAI)
  const error = await rejection(client.chat.completions.create({ ...ask, tools: [bash] }))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect(seen[0]).toContain('/openai/deployments/mine/chat/completions?api-version=2026-01-01')
})
