import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { wrap } from '../../src/sdk/index.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import type { ScriptedReply } from '../../src/wire/index.ts'
import { startUpstream, type SeenRequest } from '../proxy/scripted-upstream.ts'
import { contractText, startWorld } from '../proxy/world.ts'

/** All of a conversation: a call that may run and its result, a call that may not, personal data, a new question. */
const PROCESS = `
- tool_blocklist:
    id: no-destruction
    tools: ["rm -rf /*"]
- pii_filter:
    id: no-mail
    patterns: [email]
    action: redact
    scan: [output, tool_args, tool_results]
- must_precede:
    id: plan-first
    before: plan
    after: bash
- repetition_guard:
    id: no-loops
    max_repeats: 2
    window_size: 5
- cost_ceiling:
    id: cheap
    max_usd_per_session: 5
`

const SCRIPT: readonly Partial<ScriptedReply>[] = [
  { id: 'reply_a', text: 'Looking.', toolCalls: [{ id: 'call_1', tool: 'bash', args: { command: 'ls' } }] },
  {
    id: 'reply_b',
    text: 'Tidying.',
    toolCalls: [{ id: 'call_2', tool: 'bash', args: { command: 'rm -rf /' } }],
  },
  { id: 'reply_c', text: 'Ask bob@example.com.' },
]

type Drive = (urlFor: (provider: string) => string, under: Under, stream: boolean) => Promise<void>
type Under = <Client extends object>(client: Client) => Client

const bash = { name: 'bash', parameters: { type: 'object', properties: {} } }

const openaiChat: Drive = async (urlFor, under, stream) => {
  const client = under(new OpenAI({ apiKey: 'key', baseURL: `${urlFor('openai')}/v1` }))
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Tidy up.' }]
  const next = async () => {
    const body = { model: 'gpt-5.5', messages, tools: [{ type: 'function' as const, function: bash }] }
    const { choices } = stream
      ? await client.chat.completions.stream(body).finalChatCompletion()
      : await client.chat.completions.create(body)
    messages.push(choices[0]!.message)
  }
  await next()
  messages.push({ role: 'tool', tool_call_id: 'call_1', content: 'mail from eve@example.com' })
  await next()
  messages.push({ role: 'user', content: 'And now?' })
  await next()
}

const anthropic: Drive = async (urlFor, under, stream) => {
  const client = under(new Anthropic({ apiKey: 'key', baseURL: urlFor('anthropic') }))
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Tidy up.' }]
  const next = async () => {
    const tools = [{ name: 'bash', input_schema: { type: 'object' as const } }]
    const body = { model: 'claude-opus-4-5', max_tokens: 99, messages, tools }
    const { content } = stream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    messages.push({ role: 'assistant', content })
  }
  await next()
  const result = { type: 'tool_result' as const, tool_use_id: 'call_1', content: 'mail from eve@example.com' }
  messages.push({ role: 'user', content: [result] })
  await next()
  messages.push({ role: 'user', content: 'And now?' })
  await next()
}

const responses: Drive = async (urlFor, under, stream) => {
  const client = under(new OpenAI({ apiKey: 'key', baseURL: `${urlFor('openai')}/v1` }))
  const tools = [{ type: 'function' as const, strict: false, ...bash }]
  const next = async (input: OpenAI.Responses.ResponseInput | string, previous: string | undefined) => {
    const body = { model: 'gpt-5.5', input, tools, ...(previous && { previous_response_id: previous }) }
    const { id } = stream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    return id
  }
  const first = await next('Tidy up.', undefined)
  const output = {
    type: 'function_call_output' as const,
    call_id: 'call_1',
    output: 'mail from eve@example.com',
  }
  const second = await next([output], first)
  await next('And now?', second)
}

const gemini: Drive = async (urlFor, under, stream) => {
  const client = under(new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: urlFor('gemini') } }))
  const chat = client.chats.create({
    model: 'gemini-2.5-flash',
    config: { tools: [{ functionDeclarations: [{ name: 'bash' }] }] },
  })
  const say = async (message: Parameters<typeof chat.sendMessage>[0]['message']) => {
    if (!stream) return chat.sendMessage({ message })
    for await (const _ of await chat.sendMessageStream({ message }));
    return undefined
  }
  await say('Tidy up.')
  const response = { id: 'call_1', name: 'bash', response: { output: 'mail from eve@example.com' } }
  await say([{ functionResponse: response }])
  await say('And now?')
}

/** What must be the same: everything but who saw it, when, and under which names. */
function essence(records: readonly SessionRecord[]): readonly unknown[] {
  return records.map(({ event, decision, effect, folded }) => {
    const { sessionId: _, surface: __, atMs: ___, ...rest } = event
    return { event: { ...rest, requestId: undefined, latencyMs: undefined }, decision, effect, folded }
  })
}

const answer = (request: SeenRequest): Partial<ScriptedReply> => {
  const said = JSON.stringify(request.body)
  return said.includes('And now?')
    ? SCRIPT[2]!
    : said.includes('eve@') || said.includes('REDACTED')
      ? SCRIPT[1]!
      : SCRIPT[0]!
}

/** A conversation that began elsewhere, taken up in the middle of a turn and of two calls. */
const takenUp: Drive = async (urlFor, under, stream) => {
  const client = under(new OpenAI({ apiKey: 'key', baseURL: `${urlFor('openai')}/v1` }))
  const call = (id: string, command: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: 'Tidy up.' },
    { role: 'assistant', tool_calls: [call('call_8', 'ls'), call('call_9', 'df')] },
    { role: 'tool', tool_call_id: 'call_8', content: 'mail from eve@example.com' },
    { role: 'tool', tool_call_id: 'call_9', content: 'full' },
  ]
  const body = { model: 'gpt-5.5', messages }
  await (stream ? client.chat.completions.stream(body).done() : client.chat.completions.create(body))
}

/** The newest result is there and its turn is not: a client that keeps only the end of its history. */
const tailOnly: Drive = async (urlFor, under, stream) => {
  const client = under(new OpenAI({ apiKey: 'key', baseURL: `${urlFor('openai')}/v1` }))
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'tool', tool_call_id: 'call_9', content: 'mail from eve@example.com' },
  ]
  const body = { model: 'gpt-5.5', messages }
  await (stream ? client.chat.completions.stream(body).done() : client.chat.completions.create(body))
}

const FORMATS: Readonly<Record<string, Drive>> = {
  takenUp,
  tailOnly,
  openaiChat,
  responses,
  anthropic,
  gemini,
}

for (const [name, drive] of Object.entries(FORMATS))
  for (const stream of [false, true])
    test(`proxy and SDK record the same: ${name}${stream ? ', streamed' : ''}`, async () => {
      await using world = await startWorld(PROCESS)
      world.upstream.answer(answer)
      await drive(
        (provider) => `${world.proxy.url}/${provider}`,
        (client) => client,
        stream,
      )
      const upstream = await startUpstream()
      upstream.answer(answer)
      const records: SessionRecord[] = []
      const options = {
        onDeny: 'replace',
        onRecord: (record: SessionRecord) => void records.push(record),
      } as const
      try {
        await drive(
          () => upstream.url,
          (client) => wrap(client, { text: contractText(PROCESS) }, options),
          stream,
        )
      } finally {
        await upstream.close()
      }
      expect(records.some(({ decision }) => decision.verdict === 'deny')).toBe(true)
      expect(records.some(({ decision }) => decision.verdict === 'rewrite')).toBe(true)
      expect(essence(records)).toEqual(essence(await world.records()))
      const bodies = ({ requests }: { requests: readonly SeenRequest[] }) => requests.map(({ body }) => body)
      expect(bodies(upstream)).toEqual(bodies(world.upstream))
    })
