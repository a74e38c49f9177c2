/* oxlint-disable import/no-named-as-default-member -- both clients call their errors by the same names */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI, type Content } from '@google/genai'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveMock } from '../src/cli/commands/mock.ts'
import { createMockModel, loadScript, type MockModel, type MockModelOptions } from '../src/mock/index.ts'
import { fakeIo, run } from './fake-io.ts'

const root = join(import.meta.dirname, '..')

function scriptOf(text: string): NonNullable<ReturnType<typeof loadScript>['script']> {
  const { script, problems } = loadScript('turns.yaml', text)
  expect(problems).toEqual([])
  return script!
}

async function serve(
  options: Omit<MockModelOptions, 'script'> & { readonly script?: string },
): Promise<MockModel> {
  const { script, ...rest } = options
  const problems: unknown[] = []
  const model = await createMockModel({
    ...rest,
    ...(script !== undefined && { script: scriptOf(script) }),
    onProblem: (problem) => problems.push(problem),
  })
  onTestFinished(async () => {
    await model.close()
    expect(problems).toEqual([])
  })
  return model
}

interface Reply {
  readonly text: string
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: unknown }[]
  readonly usage: readonly [number | undefined, number | undefined]
  readonly stop: string | null | undefined
}

/** One conversation as an agent holds it: it says something, or answers the calls of the last reply. */
interface Conversation {
  user(text: string): Promise<Reply>
  results(contents: readonly string[]): Promise<Reply>
}

interface ConversationOptions {
  readonly url: string
  readonly stream: boolean
  readonly retries?: number
}

type Client = (options: ConversationOptions) => Conversation

const anthropicClient: Client = ({ url, stream, retries = 0 }) => {
  const client = new Anthropic({
    apiKey: 'k',
    baseURL: `${url}/anthropic`,
    maxRetries: retries,
    logLevel: 'off',
  })
  const messages: Anthropic.MessageParam[] = []
  let open: readonly string[] = []
  async function send(): Promise<Reply> {
    const params = { model: 'm', max_tokens: 100, messages }
    const message = stream
      ? await client.messages.stream(params).finalMessage()
      : await client.messages.create(params)
    messages.push({ role: 'assistant', content: message.content })
    const calls = message.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, tool: block.name, args: block.input }] : [],
    )
    open = calls.map(({ id }) => id)
    const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
    const { input_tokens, output_tokens, cache_read_input_tokens } = message.usage
    const usage = [input_tokens + (cache_read_input_tokens ?? 0), output_tokens] as const
    return { text, calls, usage, stop: message.stop_reason }
  }
  return {
    user(text) {
      messages.push({ role: 'user', content: text })
      return send()
    },
    results(contents) {
      const content = contents.map((each, at) => ({
        type: 'tool_result' as const,
        tool_use_id: open[at]!,
        content: each,
      }))
      messages.push({ role: 'user', content })
      return send()
    },
  }
}

const chatClient =
  (base: string): Client =>
  ({ url, stream, retries = 0 }) => {
    const client = new OpenAI({ apiKey: 'k', baseURL: url + base, maxRetries: retries, logLevel: 'off' })
    const messages: OpenAI.ChatCompletionMessageParam[] = []
    let open: readonly string[] = []
    async function send(): Promise<Reply> {
      const params = { model: 'm', messages }
      const completion = stream
        ? await client.chat.completions
            .stream({ ...params, stream_options: { include_usage: true } })
            .finalChatCompletion()
        : await client.chat.completions.create(params)
      const { message, finish_reason } = completion.choices[0]!
      const { role, content, tool_calls } = message
      messages.push({ role, content, ...(tool_calls !== undefined && { tool_calls }) })
      const calls = (tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ id: call.id, tool: call.function.name, args: JSON.parse(call.function.arguments) as unknown }]
          : [],
      )
      open = calls.map(({ id }) => id)
      const usage = [completion.usage?.prompt_tokens, completion.usage?.completion_tokens] as const
      return { text: content ?? '', calls, usage, stop: finish_reason }
    }
    return {
      user(text) {
        messages.push({ role: 'user', content: text })
        return send()
      },
      results(contents) {
        for (const [at, content] of contents.entries())
          messages.push({ role: 'tool', tool_call_id: open[at]!, content })
        return send()
      },
    }
  }

/** With `chained`, only what is new is sent, and the server is trusted to remember the rest. */
const responsesClient =
  (chained: boolean): Client =>
  ({ url, stream, retries = 0 }) => {
    const client = new OpenAI({
      apiKey: 'k',
      baseURL: `${url}/openai/v1`,
      maxRetries: retries,
      logLevel: 'off',
    })
    let input: OpenAI.Responses.ResponseInputItem[] = []
    let open: readonly string[] = []
    let previous: string | undefined
    async function send(): Promise<Reply> {
      const params = {
        model: 'm',
        input,
        ...(chained && previous !== undefined && { previous_response_id: previous }),
      }
      const response = stream
        ? await client.responses.stream(params).finalResponse()
        : await client.responses.create(params)
      previous = response.id
      input = chained ? [] : [...input, ...(response.output as OpenAI.Responses.ResponseInputItem[])]
      const calls = response.output.flatMap((item) =>
        item.type === 'function_call'
          ? [{ id: item.call_id, tool: item.name, args: JSON.parse(item.arguments) as unknown }]
          : [],
      )
      open = calls.map(({ id }) => id)
      const usage = [response.usage?.input_tokens, response.usage?.output_tokens] as const
      return { text: response.output_text, calls, usage, stop: response.status }
    }
    return {
      user(text) {
        input.push({ role: 'user', content: text })
        return send()
      },
      results(contents) {
        for (const [at, output] of contents.entries())
          input.push({ type: 'function_call_output', call_id: open[at]!, output })
        return send()
      },
    }
  }

const geminiClient: Client = ({ url, stream }) => {
  const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: `${url}/gemini` } })
  const contents: Content[] = []
  let open: Reply['calls'] = []
  async function send(): Promise<Reply> {
    const params = { model: 'm', contents }
    const chunks = []
    if (stream)
      for await (const chunk of await client.models.generateContentStream(params)) chunks.push(chunk)
    else chunks.push(await client.models.generateContent(params))
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? [])
    contents.push({ role: 'model', parts })
    open = parts.flatMap(({ functionCall }) =>
      functionCall === undefined
        ? []
        : [{ id: functionCall.id!, tool: functionCall.name!, args: functionCall.args }],
    )
    const { usageMetadata, candidates } = chunks.at(-1)!
    const usage = [usageMetadata?.promptTokenCount, usageMetadata?.candidatesTokenCount] as const
    return {
      text: parts.map(({ text = '' }) => text).join(''),
      calls: open,
      usage,
      stop: candidates?.[0]?.finishReason,
    }
  }
  return {
    user(text) {
      contents.push({ role: 'user', parts: [{ text }] })
      return send()
    },
    results(given) {
      const parts = given.map((output, at) => ({
        functionResponse: { id: open[at]!.id, name: open[at]!.tool, response: { output } },
      }))
      contents.push({ role: 'user', parts })
      return send()
    },
  }
}

const CLIENTS: readonly (readonly [string, Client, { readonly stops: readonly string[] }])[] = [
  ['Anthropic SDK', anthropicClient, { stops: ['tool_use', 'end_turn'] }],
  ['OpenAI SDK, chat', chatClient('/openai/v1'), { stops: ['tool_calls', 'stop'] }],
  ['OpenAI SDK, chat without /v1', chatClient('/openai'), { stops: ['tool_calls', 'stop'] }],
  ['OpenAI SDK, chat without a prefix', chatClient('/v1'), { stops: ['tool_calls', 'stop'] }],
  ['OpenAI SDK, responses', responsesClient(false), { stops: ['completed', 'completed'] }],
  ['OpenAI SDK, chained responses', responsesClient(true), { stops: ['completed', 'completed'] }],
  ['Google GenAI SDK', geminiClient, { stops: ['STOP', 'STOP'] }],
  ['OpenAI SDK at OpenRouter', chatClient('/openrouter/api/v1'), { stops: ['tool_calls', 'stop'] }],
]

const LOOP = `
turns:
  - text: Let me look. 🔎
    tool_calls:
      - { tool: get_weather, args: { city: "{{last_user}}" } }
      - { tool: get_time, args: { zone: 'naïve "zone"', nested: [1, { a: null }] } }
    usage: { input: 40, output: 30, cache_read: 10 }
    chunk_chars: 3
  - text: "{{tool_result:get_weather}} at {{tool_result:get_time}}"
`

describe.each(CLIENTS)('%s', (_name, client, { stops }) => {
  describe.each([
    ['whole', false],
    ['streamed', true],
  ])('%s', (_mode, stream) => {
    test('text, parallel calls, usage, and an answer that depends on the results', async () => {
      const { url } = await serve({ script: LOOP })
      const conversation = client({ url, stream })
      const first = await conversation.user('Zürich "west"')
      expect(first.text).toBe('Let me look. 🔎')
      expect(first.calls.map(({ tool, args }) => ({ tool, args }))).toEqual([
        { tool: 'get_weather', args: { city: 'Zürich "west"' } },
        { tool: 'get_time', args: { zone: 'naïve "zone"', nested: [1, { a: null }] } },
      ])
      expect(new Set(first.calls.map(({ id }) => id)).size).toBe(2)
      expect(first.usage).toEqual([40, 30])
      const second = await conversation.results(['21 degrees', '10:30'])
      expect(second.text).toMatch(/21 degrees.* at .*10:30/u)
      expect(second.calls).toEqual([])
      expect(second.usage.every((tokens) => tokens! > 0)).toBe(true)
      expect([first.stop, second.stop]).toEqual(stops)
    })

    test('an agent loop against the improvising model comes to an end', async () => {
      const { url } = await serve({ seed: 3 })
      const conversation = client({ url, stream })
      let reply = await conversation.user('hello there')
      for (let round = 0; reply.calls.length > 0; round += 1) {
        expect(round).toBeLessThan(5)
        reply = await conversation.results(reply.calls.map(() => 'a result'))
      }
      expect(reply.text).not.toBe('')
    })
  })

  test('a long reply arrives whole in small pieces', async () => {
    const text = 'word '.repeat(2_000)
    const { url } = await serve({ script: JSON.stringify({ turns: [{ text, chunk_chars: 5 }], loop: true }) })
    const whole = await client({ url, stream: true }).user('hello')
    expect(whole.text).toBe(text)
  })
})

const RATE_LIMITED = `
turns:
  - error: { status: 429, type: rate_limit_exceeded, message: "Slow down, please.", retry_after: 0.01 }
  - text: Now.
`

test('a rate limit is the typed error of each SDK, with its Retry-After', async () => {
  const { url } = await serve({ script: RATE_LIMITED })
  const fails = (client: Client) =>
    client({ url, stream: false })
      .user('go')
      .then(
        () => expect.unreachable(),
        (error: unknown) => error,
      )
  const anthropic = (await fails(anthropicClient)) as InstanceType<typeof Anthropic.RateLimitError>
  expect(anthropic).toBeInstanceOf(Anthropic.RateLimitError)
  expect(anthropic.headers?.get('retry-after')).toBe('0.01')
  expect(anthropic.message).toContain('Slow down, please.')
  for (const client of [chatClient('/openai/v1'), responsesClient(false)]) {
    const openai = (await fails(client)) as InstanceType<typeof OpenAI.RateLimitError>
    expect(openai).toBeInstanceOf(OpenAI.RateLimitError)
    expect(openai.code).toBe('rate_limit_exceeded')
    expect(openai.headers?.get('retry-after')).toBe('0.01')
  }
  const gemini = (await fails(geminiClient)) as ApiError
  expect(gemini).toBeInstanceOf(ApiError)
  expect([gemini.status, gemini.message]).toEqual([429, expect.stringContaining('Slow down, please.')])
})

test('a client that tries again gets the turn behind the error', async () => {
  const { url, requests } = await serve({ script: RATE_LIMITED })
  for (const client of [anthropicClient, chatClient('/openai/v1'), responsesClient(false)])
    expect((await client({ url, stream: true, retries: 2 }).user('go')).text).toBe('Now.')
  expect(requests.map(({ place }) => place)).toEqual(
    Array.from({ length: 3 }, () => ['turns[0]', 'turns[1]']).flat(),
  )
})

test('a script that is used up is refused with a status that no client repeats', async () => {
  const { url, requests } = await serve({ script: 'turns: [one]' })
  const conversation = chatClient('/openai/v1')({ url, stream: false, retries: 2 })
  await conversation.user('a')
  await expect(conversation.user('b')).rejects.toThrow(/no turn for this request: 1 reply was given/u)
  expect(requests).toHaveLength(2)
})

/** Every format, whole and streamed, with `tag` in the conversation. */
function rawRequests(tag: string): readonly { readonly path: string; readonly body: object }[] {
  const tools = { name: 'get_weather', description: 'd' }
  const schema = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } }
  const chat = {
    model: 'm',
    messages: [{ role: 'user', content: tag }],
    tools: [{ type: 'function', function: { ...tools, parameters: schema } }],
  }
  const gemini = {
    contents: [{ role: 'user', parts: [{ text: tag }] }],
    tools: [{ functionDeclarations: [{ ...tools, parameters: schema }] }],
  }
  const messages = {
    model: 'm',
    max_tokens: 9,
    messages: chat.messages,
    tools: [{ ...tools, input_schema: schema }],
  }
  const responses = { model: 'm', input: tag, tools: [{ type: 'function', ...tools, parameters: schema }] }
  return [false, true].flatMap((stream) => [
    { path: '/anthropic/v1/messages', body: { ...messages, stream } },
    { path: '/openai/v1/chat/completions', body: { ...chat, stream } },
    { path: '/openai/v1/responses', body: { ...responses, stream } },
    { path: '/openrouter/api/v1/chat/completions', body: { ...chat, stream } },
    { path: `/gemini/v1beta/models/m:${stream ? 'streamGenerateContent' : 'generateContent'}`, body: gemini },
  ])
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
}

async function bytesOf(
  options: Parameters<typeof serve>[0],
  concurrency: number,
): Promise<readonly string[]> {
  const { url } = await serve(options)
  const all = Array.from({ length: 12 }, (_, at) => rawRequests(`conversation ${at}`)).flat()
  const answers: string[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) {
      const { path, body } = all[at]!
      const response = await post(url + path, body)
      const headers = ['request-id', 'x-holdfast-mock', 'content-type', 'date']
      answers[at] = [
        response.status,
        ...headers.map((name) => response.headers.get(name)),
        await response.text(),
      ].join('\n')
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return answers
}

const VARIED = `
turns:
  - variants:
      - { text: "one {{last_user}}", weight: 2 }
      - { tool_calls: [{ tool: get_weather, args: { city: Bern } }] }
      - { error: { status: 503 } }
`

test.each([
  ['a script with variants', { script: VARIED, seed: 5 }],
  ['the improvising model', { seed: 5 }],
])('%s gives the same bytes for the same seed at any concurrency', async (_name, options) => {
  const [one, eight, other] = [
    await bytesOf(options, 1),
    await bytesOf(options, 8),
    await bytesOf({ ...options, seed: 6 }, 8),
  ]
  expect(eight).toEqual(one)
  expect(other).not.toEqual(one)
  expect(new Set(one).size).toBeGreaterThan(20)
})

test('variants are drawn by their weights', async () => {
  const { url } = await serve({
    script: 'turns: [{variants: [{text: rare}, {text: often, weight: 3}, {text: never, weight: 0}]}]',
  })
  const chat = chatClient('/openai/v1')
  const drawn = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => (await chat({ url, stream: false }).user(`ask ${at}`)).text),
  )
  const often = drawn.filter((text) => text === 'often').length
  expect(drawn).not.toContain('never')
  expect(often).toBeGreaterThan(120)
  expect(often).toBeLessThan(180)
})

test('sessions that name themselves do not eat each others turns', async () => {
  const { url } = await serve({ script: 'turns: [one, two, three]' })
  const ask = async (session: string) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'same' }] }
    const response = await post(`${url}/v1/chat/completions`, body, { 'x-holdfast-session': session })
    return ((await response.json()) as OpenAI.ChatCompletion).choices[0]!.message.content
  }
  const walk = async (session: string) => [await ask(session), await ask(session), await ask(session)]
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => walk(`s${at}`)))
  expect(all).toEqual(Array.from({ length: 8 }, () => ['one', 'two', 'three']))
})

test('models, token counts, health and what is not there', async () => {
  const { url } = await serve({ script: 'models: [a, b]\nturns: [hi]' })
  const openai = new OpenAI({ apiKey: 'k', baseURL: `${url}/openai/v1`, maxRetries: 0, logLevel: 'off' })
  const anthropic = new Anthropic({
    apiKey: 'k',
    baseURL: `${url}/anthropic`,
    maxRetries: 0,
    logLevel: 'off',
  })
  const gemini = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: `${url}/gemini` } })
  expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(['a', 'b'])
  expect((await openai.models.retrieve('a')).id).toBe('a')
  expect((await anthropic.models.list()).data.map(({ id }) => id)).toEqual(['a', 'b'])
  expect((await gemini.models.list()).page.map(({ name }) => name)).toEqual(['models/a', 'models/b'])
  const messages = [{ role: 'user' as const, content: 'x'.repeat(40) }]
  expect((await anthropic.messages.countTokens({ model: 'm', messages })).input_tokens).toBe(10)
  expect((await gemini.models.countTokens({ model: 'm', contents: 'x'.repeat(40) })).totalTokens).toBe(10)
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' })
  await expect(openai.embeddings.create({ model: 'm', input: 'x' })).rejects.toThrow(OpenAI.NotFoundError)
})

test('bodies that are packed, broken or no objects are answered, never fatal', async () => {
  const { url } = await serve({ script: 'turns: [hi]\nloop: true' })
  const chat = `${url}/v1/chat/completions`
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'packed' }] })
  const packed = await fetch(chat, {
    method: 'POST',
    body: gzipSync(body),
    headers: { 'content-encoding': 'gzip' },
  })
  expect(packed.status).toBe(200)
  const statuses = []
  for (const [bad, encoding] of [
    ['{', ''],
    ['[]', ''],
    ['x', 'gzip'],
    ['x', 'zstd'],
  ] as const)
    statuses.push((await post(chat, bad, encoding === '' ? {} : { 'content-encoding': encoding })).status)
  expect(statuses).toEqual([400, 400, 400, 415])
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end('NONSENSE\r\n\r\n')
  const [data] = (await once(socket, 'data')) as [Buffer]
  expect(data.toString()).toContain('400')
  expect((await post(chat, body)).status).toBe(200)
})

test('a token is asked for in every place where clients put their keys', async () => {
  const { url } = await serve({ script: 'turns: [hi]\nloop: true', token: 'open sesame' })
  const body = { model: 'm', messages: [{ role: 'user', content: 'a' }] }
  const status = async (path: string, headers: Record<string, string>) =>
    (await post(url + path, body, headers)).status
  expect(await status('/v1/chat/completions', {})).toBe(401)
  expect(await status('/v1/chat/completions', { authorization: 'Bearer wrong' })).toBe(401)
  expect(await status('/v1/chat/completions', { authorization: 'Bearer open sesame' })).toBe(200)
  expect(await status('/v1/messages', { 'x-api-key': 'open sesame' })).toBe(200)
  expect(await status('/v1/chat/completions', { 'api-key': 'open sesame' })).toBe(200)
  expect(await status('/v1beta/models/m:generateContent?key=open%20sesame', {})).toBe(200)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  const client = new Anthropic({
    apiKey: 'wrong',
    baseURL: `${url}/anthropic`,
    maxRetries: 0,
    logLevel: 'off',
  })
  await expect(client.models.list()).rejects.toThrow(Anthropic.AuthenticationError)
})

/** A streamed reply as the socket gives it. */
async function openStream(
  url: string,
  content = 'go',
): Promise<{ readonly response: IncomingMessage; close(): void }> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] })
  const request = httpRequest(`${url}/v1/chat/completions`, { method: 'POST' })
  request.on('error', () => undefined)
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { response, close: () => request.destroy() }
}

test('a client that hangs up in the middle stops its stream and nothing else', async () => {
  let waiting = 0
  let stopped = 0
  const { url } = await serve({
    script: 'turns: [{text: abcdefgh, chunk_chars: 1, delay_between_chunks_ms: 60000}]\nloop: true',
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        waiting += 1
        signal.addEventListener('abort', () => {
          stopped += 1
          reject(signal.reason as Error)
        })
      }),
  })
  const streams = await Promise.all(Array.from({ length: 8 }, () => openStream(url)))
  await Promise.all(streams.map(({ response }) => once(response, 'data')))
  for (const stream of streams) stream.close()
  await expect.poll(() => [waiting, stopped]).toEqual([8, 8])
  expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('an SDK that stops reading a stream hurts nobody', async () => {
  const text = 'word '.repeat(4_000)
  const { url } = await serve({ script: JSON.stringify({ turns: [{ text, chunk_chars: 5 }] }) })
  const client = new OpenAI({ apiKey: 'k', baseURL: `${url}/openai/v1`, maxRetries: 0, logLevel: 'off' })
  const ask = { model: 'm', messages: [{ role: 'user' as const, content: 'go' }], stream: true as const }
  for (let times = 0; times < 8; times += 1) {
    let seen = ''
    for await (const chunk of await client.chat.completions.create(ask)) {
      seen += chunk.choices[0]?.delta.content ?? ''
      if (seen !== '') break
    }
    expect(seen).toBe('word ')
  }
  expect((await chatClient('/openai/v1')({ url, stream: true }).user('go')).text).toBe(text)
})

test('a reader that stops reading keeps the server waiting, and not writing', async () => {
  const copies = 40
  let frames = 0
  const { url } = await serve({
    script: JSON.stringify({
      turns: [{ text: '{{last_user}}'.repeat(copies), chunk_chars: 10_000, delay_between_chunks_ms: 1 }],
    }),
    sleep: async () => void (frames += 1),
  })
  const prompt = 'x'.repeat(1_000_000)
  const { response } = await openStream(url, prompt)
  response.pause()
  let before = -1
  await expect
    .poll(() => {
      const settled = frames > 0 && frames === before
      before = frames
      return settled
    })
    .toBe(true)
  expect(frames).toBeLessThan((copies * prompt.length) / 10_000)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) bytes += piece.length
  expect(bytes).toBeGreaterThan(copies * prompt.length)
})

test('closing lets a reply finish, cuts one that does not, and leaves no connection behind', async () => {
  const script = scriptOf('turns: [{text: abcdef, chunk_chars: 1, delay_between_chunks_ms: 15}]\nloop: true')
  const patient = await createMockModel({ script })
  const first = await openStream(patient.url)
  const closing = patient.close()
  const pieces: Buffer[] = []
  for await (const piece of first.response as AsyncIterable<Buffer>) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toContain('[DONE]')
  await closing
  await patient.close()
  await expect(fetch(`${patient.url}/health`)).rejects.toThrow('fetch failed')

  const hasty = await createMockModel({ script, graceMs: 0, sleep: () => new Promise(() => undefined) })
  const second = await openStream(hasty.url)
  second.response.on('error', () => undefined)
  const cut = new Promise((resolve) => second.response.resume().on('close', resolve))
  await Promise.all([hasty.close(), cut])
  expect(second.response.complete).toBe(false)
})

test('a port that is taken is said in a sentence', async () => {
  const { port } = await serve({ seed: 1 })
  await expect(createMockModel({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: it is in use`)
})

describe('holdfast mock', () => {
  test.each([
    [['--port', '99999'], '--port must be a number from 0 to 65535'],
    [['--host', '0.0.0.0'], 'can be reached by others, and no token is set'],
    [['--host', '127.0.0.1.example.com'], 'can be reached by others'],
    [['--record', 'c.jsonl'], 'no upstream is named'],
    [['--upstream', 'https://example.com'], 'nothing is recorded'],
    [['--record', 'c.jsonl', '--upstream', 'ftp://x'], '--upstream must be an http or https address'],
    [
      ['--record', 'c.jsonl', '--upstream', 'http://x', '--token', 't'],
      '--token cannot be used with --record',
    ],
    [['--replay', 'c.jsonl', '--script', 's.yaml'], 'only one of --script and --replay can answer'],
    [['--replay', 'no-such-cassette.jsonl'], 'no such file'],
    [['--script', 'gone.yaml'], 'cannot read the script'],
    [['--loop'], 'need --replay'],
  ])('%j is wrong usage', async (args, message) => {
    const { exit, stderr } = await run(['mock', ...args])
    expect(stderr).toContain(message)
    expect(exit).toBe(2)
  })

  test('a script that does not load is shown with its place and a fix', async () => {
    const { exit, stderr } = await run(['mock', '--script', 'turns.yaml'], {
      'turns.yaml': 'turns:\n  - text: Hello\n    latncy_ms: 5\n',
    })
    expect(exit).toBe(2)
    expect(stderr).toContain('turns.yaml:3:5  error [unknown-key] unknown key `latncy_ms` in turns[0]')
    expect(stderr).toContain('hint: did you mean `latency_ms`?')
  })

  test('records what an upstream says and replays it, without its secrets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-mock-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const cassette = join(folder, 'run.jsonl')
    const secret = readFileSync(join(root, 'corpus/pii/api_key.yaml'), 'utf8').match(
      /sk-ant-api03-[\w-]{60,}/u,
    )![0]
    const upstream = await serve({
      script: JSON.stringify({
        turns: [
          { tool_calls: [{ tool: 'save', args: { value: secret } }], chunk_chars: 6 },
          { text: `Kept ${secret} safe.`, chunk_chars: 6 },
        ],
      }),
    })
    const talk = async (url: string) => {
      const replies = []
      for (const client of [anthropicClient, chatClient('/openai/v1'), responsesClient(false), geminiClient])
        for (const stream of [false, true]) {
          const conversation = client({ url, stream })
          replies.push((await conversation.user(`hello, I am ${secret}`)).calls)
          // what the model said is redacted on the cassette, so the agent must answer with what it was given
          replies.push((await conversation.results(['done'])).text)
        }
      return replies
    }
    const io = fakeIo()
    let live: readonly unknown[] = []
    const recordOptions = { record: cassette, upstream: upstream.url, port: '0' }
    await serveMock(recordOptions, io, async (url) => void (live = await talk(url)))
    expect(io.stderr()).toBe('')
    expect(io.stdout()).toContain('16 answers recorded in')
    expect(JSON.stringify(live)).toContain(secret)
    expect(
      upstream.requests.some(
        ({ headers }) => headers['x-api-key'] === 'k' || headers['authorization'] === 'Bearer k',
      ),
    ).toBe(true)
    const written = readFileSync(cassette, 'utf8')
    expect(written).not.toContain(secret)
    expect(written).not.toContain(secret.slice(20, 60))
    expect(written).not.toContain('Bearer')

    let replayed: readonly unknown[] = []
    const replayIo = fakeIo()
    await serveMock(
      { replay: cassette, port: '0' },
      replayIo,
      async (url) => void (replayed = await talk(url)),
    )
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(live).replaceAll(secret, '[REDACTED_API_KEY]'))
    expect(replayIo.stdout()).not.toContain('were not asked for')
  })

  test('an upstream that is not there is a 502 and is not recorded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-mock-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const gone = await createMockModel()
    await gone.close()
    const io = fakeIo()
    const options = { record: join(folder, 'c.jsonl'), upstream: gone.url, port: '0', quiet: true }
    await serveMock(options, io, async (url) => {
      const response = await post(`${url}/openai/v1/chat/completions`, {})
      expect(response.status).toBe(502)
      expect(await response.text()).toContain('ECONNREFUSED')
    })
    expect(io.stdout()).toContain('0 answers recorded')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('serves the example and ends well on %s', async (signal) => {
    const args = ['--import', 'tsx', 'src/cli/bin.ts', 'mock', '--port', '0']
    const child = spawn(process.execPath, [...args, '--script', 'examples/mock-model/turns.yaml'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface({ input: child.stdout })
    let url = ''
    for await (const line of lines) {
      url = /OPENAI_BASE_URL=(\S+)\/openai\/v1/u.exec(line)?.[1] ?? url
      if (line.includes('Ctrl-C')) break
    }
    const conversation = anthropicClient({ url, stream: true, retries: 2 })
    const first = await conversation.user('Where is my order?')
    expect(first.calls.map(({ tool }) => tool)).toEqual(['lookup_order', 'lookup_customer'])
    const second = await conversation.results(['{"status": "on its way"}', '{"name": "Ada"}'])
    expect(second.text).toMatch(/on its way/u)
    expect(second.text).toMatch(/Ada/u)
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
  })
})

test('every script in the guide and the example loads', () => {
  const guide = readFileSync(join(root, 'docs/mock-model.md'), 'utf8')
  const blocks = [...guide.matchAll(/```yaml\n([^`]*)```/gu)].map(([, block]) => block!)
  expect(blocks.length).toBeGreaterThan(3)
  const example = readFileSync(join(root, 'examples/mock-model/turns.yaml'), 'utf8')
  for (const script of [...blocks, example]) expect(loadScript('turns.yaml', script).problems).toEqual([])
})
