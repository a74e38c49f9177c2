import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
  tool,
  type InputGuardrail,
  type ToolInputGuardrailDefinition,
} from '@openai/agents'
import OpenAI from 'openai-newest'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  breachIn,
  createGuard,
  openaiAgentsGuardrails,
  wrap,
  type OpenAiAgentsOptions,
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

setTracingDisabled(true)

// the framework brings a copy of the client of its own, which is the same to everybody but the compiler
type Client = ConstructorParameters<typeof OpenAIChatCompletionsModel>[0]

const run = new Runner({ tracingDisabled: true })

async function world(turns: string, contract = NO_RM, options: OpenAiAgentsOptions = {}) {
  const server = await mockModel(turns)
  const { records, options: recorded } = recording()
  const guardrails = openaiAgentsGuardrails(contract, { ...recorded, ...options })
  const ran: string[] = []
  const bash = tool({
    name: 'bash',
    description: 'runs a command',
    parameters: z.object({ command: z.string() }),
    execute({ command }) {
      ran.push(command)
      return 'mail from eve@example.com'
    },
    ...guardrails.tool,
  })
  const client = new OpenAI({ apiKey: 'key', maxRetries: 0, baseURL: `${server.url}/openai/v1` })
  const agent = new Agent({
    name: 'tidy',
    instructions: 'You tidy up.',
    model: new OpenAIChatCompletionsModel(client as unknown as Client, 'gpt-5.5'),
    tools: [bash],
    inputGuardrails: guardrails.inputGuardrails,
    outputGuardrails: guardrails.outputGuardrails,
  })
  return { agent, records, ran, server }
}

test('they are guardrails of the Agents SDK by their types', () => {
  const guardrails = openaiAgentsGuardrails(NO_RM)
  expectTypeOf(guardrails.inputGuardrails).toExtend<InputGuardrail[]>()
  expectTypeOf(guardrails.tool.inputGuardrails).toExtend<ToolInputGuardrailDefinition[]>()
})

test('a run is one turn: question, calls, results and the last answer', async () => {
  const { agent, records, ran } = await world(GOOD_CALL)
  const { finalOutput } = await run.run(agent, 'Tidy up.')
  expect(finalOutput).toBe('Done.')
  expect(ran).toEqual(['ls'])
  expect(kinds(records)).toEqual([
    'session-start',
    'turn-start',
    'tool-call',
    'tool-result',
    'model-response',
    'turn-end',
  ])
  expect(records[1]?.event).toMatchObject({ input: 'Tidy up.' })
  expect(records[4]?.event).toHaveProperty('usage.input')
})

test('a denied call throws its findings and never runs', async () => {
  const { agent, ran } = await world(BAD_CALL)
  const breach = breachIn(await rejection(run.run(agent, 'Tidy up.')))
  expect(breach?.findings[0]?.clauseId).toBe('no-destruction')
  expect(ran).toEqual([])
})

test('with `replace` the model is told and goes on', async () => {
  const { agent, ran, server } = await world(BAD_CALL, NO_RM, { onDeny: 'replace' })
  const { finalOutput } = await run.run(agent, 'Tidy up.')
  expect(finalOutput).toBe('Then not.')
  expect(JSON.stringify(server.requests[1]?.body)).toContain('[Holdfast] The call of `bash` was blocked')
  expect(ran).toEqual([])
})

test('streamed runs are judged the same', async () => {
  const good = await world(GOOD_CALL)
  const stream = await run.run(good.agent, 'Tidy up.', { stream: true })
  for await (const _ of stream);
  await stream.completed
  expect(stream.finalOutput).toBe('Done.')
  expect(kinds(good.records)).toHaveLength(6)
  const bad = await world(BAD_CALL)
  const stopped = await run.run(bad.agent, 'Tidy up.', { stream: true })
  const error = await rejection(
    (async () => {
      for await (const _ of stopped);
      await stopped.completed
    })(),
  )
  expect(breachIn(error)?.findings[0]?.clauseId).toBe('no-destruction')
  expect(bad.ran).toEqual([])
})

test('a question that may not be asked never reaches the model', async () => {
  const contract = contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: block
    scan: [input]
`)
  const { agent, server } = await world(GOOD_CALL, contract)
  const error = await rejection(run.run(agent, 'Write to bob@example.com.'))
  expect(breachIn(error)?.event?.kind).toBe('turn-start')
  expect(server.requests).toHaveLength(0)
})

test('an answer that may not leave does not', async () => {
  const { agent } = await world('turns: ["Ask bob@example.com."]', NO_MAIL('block'))
  expect(breachIn(await rejection(run.run(agent, 'Whom?')))?.findings[0]?.clauseId).toBe('no-mail')
})

const MAIL_ANYWHERE = contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: redact
    scan: [tool_args, tool_results]
`)

test("a tool's result is redacted before the model sees it", async () => {
  const { agent, server } = await world(GOOD_CALL, MAIL_ANYWHERE)
  await run.run(agent, 'Tidy up.')
  const told = JSON.stringify(server.requests[1]?.body)
  expect(told).toContain('mail from [REDACTED_EMAIL]')
  expect(told).not.toContain('eve@')
})

test('what a guardrail cannot rewrite it stops', async () => {
  const turns =
    'turns: [{ tool_calls: [{ tool: bash, args: { command: "mail bob@example.com" } }] }, "Done."]'
  const { agent, ran } = await world(turns, MAIL_ANYWHERE)
  const breach = breachIn(await rejection(run.run(agent, 'Mail him.')))
  expect(breach?.message).toContain('its arguments must be redacted, which a guardrail cannot do')
  expect(ran).toEqual([])
})

test('sessions are told apart by the context of a run', async () => {
  const { agent, records } = await world('turns: ["Hello!"]', NO_RM, {
    sessionOf: (context) => (context as { customer: string }).customer,
  })
  for (const customer of ['one', 'two']) await run.run(agent, 'Hello.', { context: { customer } })
  expect([...new Set(records.map(({ event }) => event.sessionId))]).toEqual(['one', 'two'])
})

test('with a wrapped client every request and reply is judged too, and no call twice', async () => {
  const server = await mockModel(GOOD_CALL)
  const { records, options } = recording()
  const guard = createGuard(NO_RM, { ...options, sessionId: 'customer-4711' })
  const client = wrap(new OpenAI({ apiKey: 'key', baseURL: `${server.url}/openai/v1` }), guard)
  const bash = tool({
    name: 'bash',
    description: 'runs a command',
    parameters: z.object({ command: z.string() }),
    execute: () => 'a.txt',
    ...openaiAgentsGuardrails(guard).tool,
  })
  const runner = new Runner({
    tracingDisabled: true,
    modelProvider: new OpenAIProvider({ openAIClient: client as unknown as Client, useResponses: true }),
  })
  const { finalOutput } = await runner.run(
    new Agent({ name: 'tidy', model: 'gpt-5.5', tools: [bash] }),
    'Tidy up.',
  )
  expect(finalOutput).toBe('Done.')
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
