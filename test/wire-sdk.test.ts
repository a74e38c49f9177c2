/* oxlint-disable import/no-named-as-default-member -- both clients call their errors by the same names */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  anthropicMessages,
  createStreamGate,
  gemini,
  openaiChat,
  openaiResponses,
  openrouter,
  type DecodedReply,
  type ReplyEdit,
  type ScriptedReply,
  type StreamGateOptions,
  type TextFilter,
  type WireAnswer,
  type WireFormat,
} from '../src/wire/index.ts'

/** What the server answers next, and what it has been asked. */
let answer: (response: ServerResponse) => void
let requests = 0
let url = ''

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  requests += 1
  request.resume().on('end', () => answer(response))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  requests = 0
})

const anthropic = () => new Anthropic({ apiKey: 'k', baseURL: url, logLevel: 'off' })
const openai = () => new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, logLevel: 'off' })
const google = () => new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url } })

function answersJson({ status, headers, body }: WireAnswer): void {
  answer = (response) => response.writeHead(status, headers).end(body)
}

function answersBody(body: unknown): void {
  answersJson({ status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function answersStream(pieces: readonly Uint8Array[]): void {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    response.end()
  }
}

const SCRIPT: ScriptedReply = {
  id: 'reply_1',
  model: 'a-model',
  thinking: 'Hm.',
  text: 'I will do two things. 🚀',
  toolCalls: [
    { id: 'call_a', tool: 'read_file', args: { path: '/etc/hosts' } },
    { id: 'call_b', tool: 'send_mail', args: { to: 'ops@corp.example', body: 'naïve "text"' } },
  ],
  usage: { input: 40, output: 30, cacheRead: 10, reasoning: 5 },
}
const ARGS = [{ path: '/etc/hosts' }, { to: 'ops@corp.example', body: 'naïve "text"' }]
const SMALL = { textChars: 3, argsChars: 4 }

/** Sends frames through the gate, with a sign of life between any two. */
function gated(
  format: WireFormat,
  frames: readonly Uint8Array[],
  edits: (reply: DecodedReply) => readonly ReplyEdit[],
  options: Partial<StreamGateOptions> = {},
): readonly Uint8Array[] {
  const gate = createStreamGate({ format, judgeReply: edits, ...options })
  const out = frames.flatMap((frame) => [...gate.push(frame), gate.keepAlive])
  return [...out, ...gate.end()]
}

const denyFirst = (): ReplyEdit[] => [{ kind: 'deny-call', call: 0, message: 'No files.' }]
const denyAll = ({ calls }: DecodedReply): ReplyEdit[] =>
  calls.map((_, call) => ({ kind: 'deny-call', call, message: 'Not this.' }))
const refuse = (): ReplyEdit[] => [{ kind: 'refuse', message: 'Refused.' }]
const rewriteSecond = (): ReplyEdit[] => [{ kind: 'replace-args', call: 1, args: { to: 'nobody' } }]

/** Blocks as soon as the word `two` has gone by. */
function blockAtTwo(): TextFilter {
  let seen = ''
  return {
    push(text) {
      seen += text
      if (!seen.includes('two')) return { released: text, consumed: text.length }
      return { released: '', consumed: 0, blocked: { message: 'Stopped here.', style: 'refusal' } }
    },
    flush: () => ({ released: '', consumed: 0 }),
  }
}

/** Lets whole words go, with every address in them replaced. */
function redactEmails(): TextFilter {
  let kept = ''
  const release = (consumed: number) => {
    const released = kept.slice(0, consumed).replaceAll(/[\w.]+@[\w.]*\w/gu, '[REDACTED]')
    kept = kept.slice(consumed)
    return { released, consumed }
  }
  return {
    push(text) {
      kept += text
      return release(kept.lastIndexOf(' ') + 1)
    },
    flush: () => release(kept.length),
  }
}

describe('Anthropic SDK', () => {
  const params = { model: 'a-model', max_tokens: 100, messages: [{ role: 'user' as const, content: 'go' }] }
  const final = () => anthropic().messages.stream(params).finalMessage()
  const callsOf = (message: Anthropic.Message) => message.content.filter((block) => block.type === 'tool_use')
  const textOf = (message: Anthropic.Message) =>
    message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))

  test('reads a scripted reply', async () => {
    answersBody(anthropicMessages.encodeReply(SCRIPT))
    const message = await anthropic().messages.create(params)
    expect(textOf(message)).toEqual([SCRIPT.text])
    expect(callsOf(message).map(({ input }) => input)).toEqual(ARGS)
    expect(message.stop_reason).toBe('tool_use')
    expect(message.usage).toMatchObject({ input_tokens: 30, cache_read_input_tokens: 10, output_tokens: 30 })
  })

  test('reads a scripted stream that went through the gate', async () => {
    answersStream(gated(anthropicMessages, anthropicMessages.encodeStream(SCRIPT, SMALL), () => []))
    const message = await final()
    expect(textOf(message)).toEqual([SCRIPT.text])
    expect(callsOf(message).map(({ name, input }) => [name, input])).toEqual([
      ['read_file', ARGS[0]],
      ['send_mail', ARGS[1]],
    ])
  })

  test('meets text in place of a denied call and keeps the other', async () => {
    answersStream(gated(anthropicMessages, anthropicMessages.encodeStream(SCRIPT, SMALL), denyFirst))
    const message = await final()
    expect(textOf(message)).toEqual([SCRIPT.text, 'No files.'])
    expect(callsOf(message).map(({ name, input }) => [name, input])).toEqual([['send_mail', ARGS[1]]])
    expect(message.stop_reason).toBe('tool_use')
  })

  test('ends its turn when every call is denied, and reads rewritten arguments', async () => {
    answersStream(gated(anthropicMessages, anthropicMessages.encodeStream(SCRIPT, SMALL), denyAll))
    const denied = await final()
    expect(denied.stop_reason).toBe('end_turn')
    expect(callsOf(denied)).toEqual([])
    answersStream(gated(anthropicMessages, anthropicMessages.encodeStream(SCRIPT, SMALL), rewriteSecond))
    expect(callsOf(await final()).map(({ input }) => input)).toEqual([ARGS[0], { to: 'nobody' }])
  })

  test('reads a refusal, whether the reply was held back or blocked in the middle', async () => {
    const frames = anthropicMessages.encodeStream(SCRIPT, SMALL)
    answersStream(gated(anthropicMessages, frames, refuse, { hold: 'reply' }))
    const held = await final()
    expect([textOf(held), held.stop_reason, held.usage.output_tokens]).toEqual([['Refused.'], 'refusal', 30])
    answersStream(gated(anthropicMessages, frames, () => [], { filterFor: blockAtTwo }))
    const blocked = await final()
    expect(textOf(blocked)).toEqual(['I will do tw', 'Stopped here.'])
    expect([blocked.stop_reason, callsOf(blocked)]).toEqual(['refusal', []])
    answersBody(anthropicMessages.editReply(anthropicMessages.encodeReply(SCRIPT), refuse()).body)
    expect(textOf(await anthropic().messages.create(params))).toEqual(['Refused.'])
  })

  test('throws its own error when the provider breaks off', async () => {
    const cut = anthropicMessages.encodeStream(SCRIPT, SMALL).slice(0, -4)
    answersStream(gated(anthropicMessages, cut, () => []))
    await expect(final()).rejects.toMatchObject({ constructor: Anthropic.APIError, type: 'api_error' })
  })

  test('throws the typed error for a denial and asks once', async () => {
    answersJson(
      anthropicMessages.denial({ message: 'Blocked.', contract: 'pay', clause: 'cap', requestId: 'hf_1' }),
    )
    const error = await anthropic()
      .messages.create(params)
      .catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(Anthropic.PermissionDeniedError)
    expect(error).toMatchObject({
      status: 403,
      errorCode: 'holdfast_blocked',
      type: 'permission_error',
      requestID: 'hf_1',
    })
    expect(requests).toBe(1)
    answersJson(anthropicMessages.denial({ status: 400, message: 'Blocked.' }))
    await expect(final()).rejects.toBeInstanceOf(Anthropic.BadRequestError)
    expect(requests).toBe(2)
  })

  test('asks once even for a status it would repeat', async () => {
    answersJson(anthropicMessages.denial({ status: 429, message: 'Blocked.' }))
    await expect(anthropic().messages.create(params)).rejects.toBeInstanceOf(Anthropic.RateLimitError)
    expect(requests).toBe(1)
  })

  test('knows scripted errors of the provider', async () => {
    answersJson(anthropicMessages.error({ status: 529, message: 'Overloaded' }))
    const overloaded = anthropic().messages.create(params, { maxRetries: 0 })
    await expect(overloaded).rejects.toMatchObject({ status: 529, type: 'overloaded_error' })
    answersJson(anthropicMessages.error({ status: 429, retryAfterS: 0 }))
    await expect(anthropic().messages.create(params, { maxRetries: 1 })).rejects.toBeInstanceOf(
      Anthropic.RateLimitError,
    )
    expect(requests).toBe(3)
  })
})

describe.each([
  ['OpenAI', openaiChat],
  ['OpenRouter', openrouter],
] as const)('OpenAI SDK on %s chat', (_, format) => {
  const params = { model: 'a-model', messages: [{ role: 'user' as const, content: 'go' }] }
  const final = () =>
    openai()
      .chat.completions.stream({ ...params, stream_options: { include_usage: true } })
      .finalChatCompletion()
  const callsOf = (completion: OpenAI.ChatCompletion) =>
    (completion.choices[0]?.message.tool_calls ?? []).map((call) =>
      call.type === 'function' ? [call.function.name, JSON.parse(call.function.arguments)] : [],
    )

  test('reads a scripted reply and a scripted stream', async () => {
    answersBody(format.encodeReply(SCRIPT))
    const whole = await openai().chat.completions.create(params)
    answersStream(gated(format, format.encodeStream(SCRIPT, SMALL), () => []))
    for (const completion of [whole, await final()]) {
      expect(completion.choices[0]?.message.content).toBe(SCRIPT.text)
      expect(callsOf(completion)).toEqual([
        ['read_file', ARGS[0]],
        ['send_mail', ARGS[1]],
      ])
      expect(completion.choices[0]?.finish_reason).toBe('tool_calls')
      expect(completion.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 30 })
    }
  })

  test('meets text in place of a denied call and keeps the other', async () => {
    answersStream(gated(format, format.encodeStream(SCRIPT, SMALL), denyFirst))
    const streamed = await final()
    answersBody(format.editReply(format.encodeReply(SCRIPT), denyFirst()).body)
    for (const completion of [streamed, await openai().chat.completions.create(params)]) {
      expect(completion.choices[0]?.message.content).toBe(`${SCRIPT.text}\n\nNo files.`)
      expect(callsOf(completion)).toEqual([['send_mail', ARGS[1]]])
      expect(completion.choices[0]?.finish_reason).toBe('tool_calls')
    }
  })

  test('stops when every call is denied, and reads rewritten arguments', async () => {
    answersStream(gated(format, format.encodeStream(SCRIPT, SMALL), denyAll))
    const denied = await final()
    expect([denied.choices[0]?.finish_reason, callsOf(denied)]).toEqual(['stop', []])
    answersStream(gated(format, format.encodeStream(SCRIPT, SMALL), rewriteSecond))
    expect(callsOf(await final())[1]).toEqual(['send_mail', { to: 'nobody' }])
  })

  test('reads a refusal, whether the reply was held back or blocked in the middle', async () => {
    const frames = format.encodeStream(SCRIPT, SMALL)
    answersStream(gated(format, frames, refuse, { hold: 'reply' }))
    const held = (await final()).choices[0]
    expect([held?.message.refusal, held?.message.content, held?.finish_reason]).toEqual([
      'Refused.',
      null,
      'stop',
    ])
    answersStream(gated(format, frames, () => [], { filterFor: blockAtTwo }))
    const blocked = (await final()).choices[0]
    expect([blocked?.message.content, blocked?.message.refusal]).toEqual(['I will do tw', 'Stopped here.'])
    expect(blocked?.message.tool_calls).toBeUndefined()
  })

  test('throws its own error when the provider breaks off', async () => {
    answersStream(gated(format, format.encodeStream(SCRIPT, SMALL).slice(0, -5), () => []))
    await expect(final()).rejects.toBeInstanceOf(OpenAI.APIError)
  })

  test('throws the typed error for a denial and asks once', async () => {
    answersJson(format.denial({ message: 'Blocked.', requestId: 'hf_1' }))
    const error = await openai()
      .chat.completions.create(params)
      .catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError)
    expect(error).toMatchObject({
      status: 403,
      requestID: 'hf_1',
      code: format === openrouter ? 403 : 'holdfast_blocked',
    })
    expect(requests).toBe(1)
    await expect(final()).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError)
    expect(requests).toBe(2)
  })

  test('knows scripted errors of the provider', async () => {
    answersJson(format.error({ status: 429, retryAfterS: 0 }))
    await expect(openai().chat.completions.create(params, { maxRetries: 1 })).rejects.toBeInstanceOf(
      OpenAI.RateLimitError,
    )
    expect(requests).toBe(2)
  })
})

test('a usage report the client did not ask for is kept back from it', async () => {
  answersStream(gated(openaiChat, openaiChat.encodeStream(SCRIPT, SMALL), () => [], { hideUsage: true }))
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of await openai().chat.completions.create({
    model: 'a-model',
    messages: [{ role: 'user', content: 'go' }],
    stream: true,
  }))
    chunks.push(chunk)
  expect(chunks.filter(({ choices }) => choices.length === 0)).toEqual([])
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
})

describe('OpenAI SDK on Responses', () => {
  const params = { model: 'a-model', input: 'go' }
  const final = () => openai().responses.stream(params).finalResponse()
  const callsOf = ({ output }: { output: OpenAI.Responses.Response['output'] }) =>
    output.flatMap((item) => (item.type === 'function_call' ? [[item.name, JSON.parse(item.arguments)]] : []))

  test('reads a scripted reply and a scripted stream', async () => {
    answersBody(openaiResponses.encodeReply(SCRIPT))
    const whole = await openai().responses.create(params)
    answersStream(gated(openaiResponses, openaiResponses.encodeStream(SCRIPT, SMALL), () => []))
    for (const response of [whole, await final()]) {
      expect(response.output_text).toBe(SCRIPT.text)
      expect(callsOf(response)).toEqual([
        ['read_file', ARGS[0]],
        ['send_mail', ARGS[1]],
      ])
      expect(response.usage).toMatchObject({ input_tokens: 40, output_tokens: 30 })
    }
  })

  test('meets a message in place of a denied call and keeps the other', async () => {
    answersStream(gated(openaiResponses, openaiResponses.encodeStream(SCRIPT, SMALL), denyFirst))
    const streamed = await final()
    answersBody(openaiResponses.editReply(openaiResponses.encodeReply(SCRIPT), denyFirst()).body)
    for (const response of [streamed, await openai().responses.create(params)]) {
      expect(response.output.map(({ type }) => type)).toEqual([
        'reasoning',
        'message',
        'message',
        'function_call',
      ])
      expect(response.output_text).toBe(`${SCRIPT.text}No files.`)
      expect(callsOf(response)).toEqual([['send_mail', ARGS[1]]])
    }
  })

  test('numbers the events of an edited stream without gaps', async () => {
    answersStream(gated(openaiResponses, openaiResponses.encodeStream(SCRIPT, SMALL), denyAll))
    const numbers: number[] = []
    for await (const event of await openai().responses.create({ ...params, stream: true }))
      numbers.push(event.sequence_number)
    expect(numbers).toEqual(numbers.map((_, at) => at))
  })

  test('reads rewritten arguments', async () => {
    answersStream(gated(openaiResponses, openaiResponses.encodeStream(SCRIPT, SMALL), rewriteSecond))
    expect(callsOf(await final())).toEqual([
      ['read_file', ARGS[0]],
      ['send_mail', { to: 'nobody' }],
    ])
  })

  test('reads a refusal, whether the reply was held back or blocked in the middle', async () => {
    const frames = openaiResponses.encodeStream(SCRIPT, SMALL)
    answersStream(gated(openaiResponses, frames, refuse, { hold: 'reply' }))
    expect((await final()).output).toMatchObject([
      { type: 'message', content: [{ type: 'refusal', refusal: 'Refused.' }] },
    ])
    answersStream(gated(openaiResponses, frames, () => [], { filterFor: blockAtTwo }))
    const blocked = await final()
    expect(blocked.output_text).toBe('I will do tw')
    expect(blocked.output.at(-1)).toMatchObject({ content: [{ type: 'refusal', refusal: 'Stopped here.' }] })
    expect(callsOf(blocked)).toEqual([])
  })

  test('throws its own error when the provider breaks off', async () => {
    answersStream(gated(openaiResponses, openaiResponses.encodeStream(SCRIPT, SMALL).slice(0, -3), () => []))
    await expect(final()).rejects.toBeInstanceOf(OpenAI.APIError)
  })

  test('throws the typed error for a denial and asks once', async () => {
    answersJson(openaiResponses.denial({ message: 'Blocked.' }))
    await expect(final()).rejects.toMatchObject({
      constructor: OpenAI.PermissionDeniedError,
      code: 'holdfast_blocked',
    })
    expect(requests).toBe(1)
  })
})

describe('Google GenAI SDK', () => {
  const params = { model: 'a-model', contents: 'go' }

  async function streamed() {
    const chunks = []
    for await (const chunk of await google().models.generateContentStream(params)) chunks.push(chunk)
    return {
      text: chunks.map(({ text }) => text ?? '').join(''),
      calls: chunks.flatMap(({ functionCalls }) => functionCalls ?? []).map(({ name, args }) => [name, args]),
      finish: chunks.at(-1)?.candidates?.[0]?.finishReason,
    }
  }

  test('reads a scripted reply and a scripted stream', async () => {
    answersBody(gemini.encodeReply(SCRIPT))
    const whole = await google().models.generateContent(params)
    expect(whole.text).toBe(SCRIPT.text)
    expect(whole.functionCalls?.map(({ args }) => args)).toEqual(ARGS)
    answersStream(gated(gemini, gemini.encodeStream(SCRIPT, SMALL), () => []))
    expect(await streamed()).toEqual({
      text: SCRIPT.text,
      calls: [
        ['read_file', ARGS[0]],
        ['send_mail', ARGS[1]],
      ],
      finish: 'STOP',
    })
  })

  test('meets text in place of a denied call, reads rewritten arguments, and keeps the turn in a chat', async () => {
    answersStream(gated(gemini, gemini.encodeStream(SCRIPT, SMALL), denyFirst))
    expect(await streamed()).toMatchObject({
      text: `${SCRIPT.text}\n\nNo files.`,
      calls: [['send_mail', ARGS[1]]],
    })
    answersStream(gated(gemini, gemini.encodeStream(SCRIPT, SMALL), rewriteSecond))
    expect((await streamed()).calls[1]).toEqual(['send_mail', { to: 'nobody' }])
    answersStream(gated(gemini, gemini.encodeStream(SCRIPT, SMALL), denyAll))
    const chat = google().chats.create({ model: 'a-model' })
    for await (const chunk of await chat.sendMessageStream({ message: 'go' }))
      expect(chunk.functionCalls).toBeUndefined()
    expect(chat.getHistory(true).map(({ role }) => role)).toEqual([
      'user',
      ...Array.from({ length: chat.getHistory().length - 1 }, () => 'model'),
    ])
    expect(chat.getHistory(true).length).toBeGreaterThan(1)
  })

  test('reads a refusal, whether the reply was held back or blocked in the middle', async () => {
    const frames = gemini.encodeStream(SCRIPT, SMALL)
    answersStream(gated(gemini, frames, refuse, { hold: 'reply' }))
    expect(await streamed()).toEqual({ text: 'Refused.', calls: [], finish: 'PROHIBITED_CONTENT' })
    answersStream(gated(gemini, frames, () => [], { filterFor: blockAtTwo }))
    expect(await streamed()).toMatchObject({ text: 'I will do tw\n\nStopped here.', calls: [] })
  })

  test('throws its own error when the provider breaks off', async () => {
    answersStream(gated(gemini, gemini.encodeStream(SCRIPT, SMALL).slice(0, -1), () => []))
    await expect(streamed()).rejects.toMatchObject({ constructor: ApiError, status: 503 })
  })

  test('throws its error for a denial and asks once', async () => {
    answersJson(gemini.denial({ message: 'Blocked.', contract: 'pay' }))
    const error = await google()
      .models.generateContent(params)
      .catch((problem: unknown) => problem)
    expect(error).toMatchObject({ constructor: ApiError, status: 403 })
    expect((error as Error).message).toContain('HOLDFAST_BLOCKED')
    expect(requests).toBe(1)
  })
})

/** Whatever the model said, the official client can read what becomes of it. */
describe.each([
  [
    anthropicMessages,
    () => anthropic().messages.stream({ model: 'm', max_tokens: 9, messages: [] }).finalMessage(),
  ],
  [openaiChat, () => openai().chat.completions.stream({ model: 'm', messages: [] }).finalChatCompletion()],
  [openrouter, () => openai().chat.completions.stream({ model: 'm', messages: [] }).finalChatCompletion()],
  [
    openaiResponses,
    async () => {
      const events: unknown[] = []
      const stream = openai().responses.stream({ model: 'm', input: '' })
      for await (const event of stream) events.push(event)
      return [...events, await stream.finalResponse()]
    },
  ],
  [
    gemini,
    async () => {
      const chat = google().chats.create({ model: 'm' })
      for await (const chunk of await chat.sendMessageStream({ message: 'go' })) void chunk
      return chat.getHistory(true).slice(1)
    },
  ],
] as const)('edited streams of the corpus', (format, read) => {
  const folder = join(import.meta.dirname, '../corpus/wire', format.name)
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sse'))
    .filter((name) => endingOf(join(folder, name.replace('.sse', '.reply.json'))) === 'complete')

  test.each(names)(`${format.name} %s`, async (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const calls = callsIn(format, bytes).filter(({ hosted }) => !hosted)
    for (const edits of calls.length > 0 ? [denyAll, refuse] : [refuse]) {
      answersStream(gated(format, [bytes], edits))
      const edited = JSON.stringify(await read())
      expect(edited).toMatch(/Not this\.|Refused\./u)
      for (const { tool } of calls) expect(edited).not.toContain(`"${tool}"`)
    }
    answersStream(gated(format, [bytes], () => [], { filterFor: redactEmails }))
    const redacted = await read().then(JSON.stringify, () => 'unreadable as it came')
    expect(redacted).not.toContain('example.com')
    if (name.includes('email')) expect(redacted).toContain('[REDACTED]')
  })
})

function endingOf(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { ending: string }).ending
}

function callsIn(format: WireFormat, bytes: Uint8Array): DecodedReply['calls'] {
  let calls: DecodedReply['calls'] = []
  gated(format, [bytes], (reply) => {
    calls = reply.calls
    return []
  })
  return calls
}
