import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, createMiddleware, type AgentMiddleware } from 'langchain'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  breachIn,
  ContractBreachError,
  createGuard,
  langchainMiddleware,
  type WrapOptions,
} from '../../src/sdk/index.ts'
import {
  BAD_CALL,
  contractOf,
  GOOD_CALL,
  kinds,
  mockModel,
  NO_MAIL,
  NO_RM,
  recording,
  rejection,
} from './world.ts'

async function world(turns: string, contract = NO_RM, options: WrapOptions = {}) {
  const server = await mockModel(turns)
  const { records, options: recorded } = recording()
  const ran: string[] = []
  const bash = tool(
    ({ command }) => {
      ran.push(command)
      return 'mail from eve@example.com'
    },
    { name: 'bash', description: 'runs a command', schema: z.object({ command: z.string() }) },
  )
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    maxRetries: 0,
    useResponsesApi: false,
    configuration: { baseURL: `${server.url}/openai/v1` },
  })
  const middleware = createMiddleware(langchainMiddleware(contract, { ...recorded, ...options }))
  const agent = createAgent({ model, tools: [bash], middleware: [middleware], systemPrompt: 'You tidy up.' })
  const input = { messages: [new HumanMessage('Tidy up.')] }
  return { agent, input, records, ran, server }
}

/** What a user interface that shows tokens would show. */
async function shownBy(stream: AsyncIterable<unknown>) {
  let text = ''
  const calls: string[] = []
  let error: unknown
  try {
    for await (const entry of stream) {
      const [message] = entry as [BaseMessage & { tool_call_chunks?: { name?: string; args?: string }[] }]
      if (message.getType() !== 'ai') continue
      if (typeof message.content === 'string') text += message.content
      for (const { name, args } of message.tool_call_chunks ?? []) calls.push(`${name ?? ''}${args ?? ''}`)
    }
  } catch (thrown) {
    error = thrown
  }
  return { text, calls: calls.join(''), error }
}

test('it is a middleware of LangChain by its types', () => {
  expectTypeOf(createMiddleware(langchainMiddleware(NO_RM))).toExtend<AgentMiddleware>()
})

test('a tool loop is one turn, in the order in which every surface records it', async () => {
  const { agent, input, records, ran } = await world(GOOD_CALL)
  const { messages } = await agent.invoke(input)
  expect(messages.at(-1)?.content).toBe('Done.')
  expect(ran).toEqual(['ls'])
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
  expect(records[3]?.event).toMatchObject({ text: 'Let me look.', provider: 'openai', model: 'gpt-5.5' })
  expect(records[3]?.event).toHaveProperty('usage.input')
  expect(records[2]?.event).toMatchObject({ system: 'You tidy up.', tools: ['bash'] })
})

test('a denied call throws its findings and never runs', async () => {
  const { agent, input, ran, server } = await world(BAD_CALL)
  const breach = breachIn(await rejection(agent.invoke(input)))
  expect(breach).toBeInstanceOf(ContractBreachError)
  expect(breach?.findings[0]?.clauseId).toBe('no-destruction')
  expect(ran).toEqual([])
  expect(server.requests).toHaveLength(1)
})

test('with `replace` the agent is told instead', async () => {
  const { agent, input, ran } = await world(BAD_CALL, NO_RM, { onDeny: 'replace' })
  const { messages } = await agent.invoke(input)
  expect(messages.at(-1)?.content).toContain('[Holdfast] The call of `bash` was blocked')
  expect((messages.at(-1) as { tool_calls?: unknown[] }).tool_calls).toEqual([])
  expect(JSON.stringify(messages.at(-1))).not.toContain('sudo')
  expect(ran).toEqual([])
})

test('a request that may not be sent is not sent', async () => {
  const contract = contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: block
    scan: [input]
`)
  const { agent, server } = await world(GOOD_CALL, contract)
  const error = await rejection(agent.invoke({ messages: [new HumanMessage('Write to bob@example.com.')] }))
  expect(breachIn(error)?.event?.kind).toBe('turn-start')
  expect(server.requests).toHaveLength(0)
})

test('tokens flow to whoever listens, and a call comes when it is judged', async () => {
  const { agent, input, records, ran } = await world(GOOD_CALL)
  const { text, calls, error } = await shownBy(await agent.stream(input, { streamMode: 'messages' }))
  expect(error).toBeUndefined()
  expect(text).toBe('Let me look.Done.')
  expect(calls).toContain('bash')
  expect(ran).toEqual(['ls'])
  expect(kinds(records)).toHaveLength(9)
  expect(records[3]?.event).toMatchObject({ text: 'Let me look.', streamed: true })
})

test('nobody who listens hears of a denied call', async () => {
  const { agent, input, ran } = await world(BAD_CALL)
  const { text, calls, error } = await shownBy(await agent.stream(input, { streamMode: 'messages' }))
  expect(text).toBe('Let me tidy up.')
  expect(calls).toBe('')
  expect(breachIn(error)?.findings[0]?.clauseId).toBe('no-destruction')
  expect(ran).toEqual([])
})

test('with `replace` a streamed denial is told in words', async () => {
  const { agent, input, ran } = await world(BAD_CALL, NO_RM, { onDeny: 'replace' })
  const { text, calls, error } = await shownBy(await agent.stream(input, { streamMode: 'messages' }))
  expect(error).toBeUndefined()
  expect(text).toContain('Let me tidy up.\n[Holdfast] The call of `bash` was blocked')
  expect(calls).toBe('')
  expect(ran).toEqual([])
})

const MAIL = 'turns: [{ text: "Ask bob@example.com about it.", chunk_chars: 3 }]'

test('text is redacted, whole and streamed', async () => {
  const whole = await world(MAIL, NO_MAIL('redact'))
  const { messages } = await whole.agent.invoke(whole.input)
  expect(messages.at(-1)?.content).toBe('Ask [REDACTED_EMAIL] about it.')
  const streamed = await world(MAIL, NO_MAIL('redact'))
  const { text } = await shownBy(await streamed.agent.stream(streamed.input, { streamMode: 'messages' }))
  expect(text).toBe('Ask [REDACTED_EMAIL] about it.')
})

test('text that must not leave does not leave a stream', async () => {
  const { agent, input } = await world(MAIL, NO_MAIL('block'))
  const { text, error } = await shownBy(await agent.stream(input, { streamMode: 'messages' }))
  expect('Ask ').toContain(text)
  expect(breachIn(error)?.findings[0]?.clauseId).toBe('no-mail')
})

const NO_MAIL_IN_RESULTS = (action: string) =>
  contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: ${action}
    scan: [tool_results]
`)

test("a tool's result is redacted before the agent has it", async () => {
  const { agent, input, server } = await world(GOOD_CALL, NO_MAIL_IN_RESULTS('redact'))
  const { messages } = await agent.invoke(input)
  expect(JSON.stringify(messages)).not.toContain('eve@')
  expect(JSON.stringify(server.requests[1]?.body)).toContain('mail from [REDACTED_EMAIL]')
})

test("a tool's result that may not be seen is stopped or told of", async () => {
  const stopped = await world(GOOD_CALL, NO_MAIL_IN_RESULTS('block'))
  expect(breachIn(await rejection(stopped.agent.invoke(stopped.input)))?.event?.kind).toBe('tool-result')
  const told = await world(GOOD_CALL, NO_MAIL_IN_RESULTS('block'), { onDeny: 'replace' })
  const { messages } = await told.agent.invoke(told.input)
  expect(JSON.stringify(messages)).not.toContain('eve@')
  expect(messages[2]?.content).toContain('[Holdfast] The result of `bash` was blocked')
})

test('shadow records what would have been stopped and stops nothing', async () => {
  const { agent, input, records, ran } = await world(BAD_CALL, NO_RM, { mode: 'shadow' })
  const { messages } = await agent.invoke(input)
  expect(messages.at(-1)?.content).toBe('Then not.')
  expect(ran).toEqual(['sudo rm -rf /'])
  expect(kinds(records)).toContain('tool-call deny')
})

test('a thread is a session, and two threads are two', async () => {
  const { agent, input, records } = await world('turns: ["Hello!", "Hello again!"]')
  for (const thread of ['one', 'two', 'one'])
    await agent.invoke(input, { configurable: { thread_id: thread } })
  const sessions = new Set(records.map(({ event }) => event.sessionId))
  expect(sessions.size).toBe(2)
})

test('a guard in place of a contract puts everything into its session', async () => {
  const { records, options } = recording()
  const guard = createGuard(NO_RM, { ...options, sessionId: 'customer-4711' })
  const server = await mockModel(GOOD_CALL)
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'key',
    configuration: { baseURL: `${server.url}/openai/v1` },
  })
  const own = createAgent({ model, tools: [], middleware: [createMiddleware(langchainMiddleware(guard))] })
  await own.invoke({ messages: [new HumanMessage('Tidy up.')] })
  expect(new Set(records.map(({ event }) => event.sessionId))).toEqual(new Set(['customer-4711']))
})

test('a model that fails is recorded as one that did not answer', async () => {
  const { agent, input, records } = await world('turns: [{ error: { status: 400 } }]')
  await rejection(agent.invoke(input))
  expect(records.at(-1)?.event).toMatchObject({ kind: 'model-response', stopReason: 'unreachable' })
})
