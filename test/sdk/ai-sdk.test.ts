import {
  generateText,
  jsonSchema,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
  type LanguageModelMiddleware,
} from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { expect, expectTypeOf, test } from 'vitest'
import { aiSdkMiddleware, ContractBreachError, type WrapOptions } from '../../src/sdk/index.ts'
import { contractOf, kinds, NO_MAIL, NO_RM, recording, rejection } from './world.ts'

interface Said {
  readonly text?: string
  readonly command?: string
  readonly hosted?: boolean
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}
const reason = (command: string | undefined) => ({
  unified: command === undefined ? ('stop' as const) : ('tool-calls' as const),
  raw: undefined,
})
const callOf = (command: string, at: number, hosted = false) => ({
  type: 'tool-call' as const,
  toolCallId: `call_${at}`,
  toolName: 'bash',
  input: JSON.stringify({ command }),
  ...(hosted && { providerExecuted: true }),
})

/** A model of the AI SDK that says these things in turn, generated or streamed in small pieces. */
function scripted(...said: readonly Said[]): MockLanguageModelV3 {
  let next = 0
  return new MockLanguageModelV3({
    provider: 'openai.chat',
    modelId: 'gpt-5.5',
    async doGenerate() {
      const { text, command, hosted } = said[next++]!
      const content = [
        ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
        ...(command === undefined ? [] : [callOf(command, next, hosted)]),
      ]
      return { content, finishReason: reason(command), usage, warnings: [] }
    },
    async doStream() {
      const { text = '', command, hosted } = said[next++]!
      const pieces = text.match(/.{1,5}/gsu) ?? []
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          ...(text === '' ? [] : [{ type: 'text-start' as const, id: 't' }]),
          ...pieces.map((delta) => ({ type: 'text-delta' as const, id: 't', delta })),
          ...(text === '' ? [] : [{ type: 'text-end' as const, id: 't' }]),
          ...(command === undefined
            ? []
            : [
                { type: 'tool-input-start' as const, id: `call_${next}`, toolName: 'bash' },
                { type: 'tool-input-delta' as const, id: `call_${next}`, delta: JSON.stringify({ command }) },
                { type: 'tool-input-end' as const, id: `call_${next}` },
                callOf(command, next, hosted),
              ]),
          { type: 'finish' as const, finishReason: reason(command), usage },
        ]),
      }
    },
  })
}

function world(said: readonly Said[], contract = NO_RM, options: WrapOptions = {}) {
  const { records, options: recorded } = recording()
  const model = scripted(...said)
  const ran: string[] = []
  const bash = tool({
    inputSchema: jsonSchema<{ command: string }>({ type: 'object' }),
    execute({ command }) {
      ran.push(command)
      return 'a.txt'
    },
  })
  const middleware = aiSdkMiddleware(contract, { ...recorded, ...options })
  const ask = {
    model: wrapLanguageModel({ model, middleware }),
    tools: { bash },
    prompt: 'Tidy up.',
    stopWhen: stepCountIs(5),
  }
  return { model, records, ran, ask }
}

const GOOD: readonly Said[] = [{ text: 'Looking.', command: 'ls' }, { text: 'Done.' }]
const BAD: readonly Said[] = [{ text: 'Tidying.', command: 'rm -rf /' }, { text: 'Then not.' }]

test('the middleware is one of the AI SDK by its types', () => {
  expectTypeOf(aiSdkMiddleware).returns.toExtend<LanguageModelMiddleware>()
})

test('a tool loop is one turn, in the order in which every surface records it', async () => {
  const { ask, records, ran } = world(GOOD)
  const { text } = await generateText(ask)
  expect(text).toBe('Done.')
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
  expect(records[3]?.event).toMatchObject({
    text: 'Looking.',
    usage: { input: 10, output: 5 },
    provider: 'openai',
  })
})

test('a denied call throws its findings and never runs', async () => {
  const { ask, ran, model } = world(BAD)
  const error = await rejection(generateText(ask))
  expect(error).toBeInstanceOf(ContractBreachError)
  expect((error as ContractBreachError).findings[0]?.clauseId).toBe('no-destruction')
  expect(ran).toEqual([])
  expect(model.doGenerateCalls).toHaveLength(1)
})

test('with `replace` the agent is told instead', async () => {
  const { ask, ran } = world(BAD, NO_RM, { onDeny: 'replace' })
  const { text, finishReason } = await generateText(ask)
  expect(text).toContain('[Holdfast] The call of `bash` was blocked')
  expect(finishReason).toBe('stop')
  expect(ran).toEqual([])
})

test('a streamed tool loop is the same', async () => {
  const { ask, records, ran } = world(GOOD)
  expect(await streamText(ask).text).toBe('Done.')
  expect(ran).toEqual(['ls'])
  expect(kinds(records)).toHaveLength(9)
  expect(records[3]?.event).toMatchObject({ text: 'Looking.', streamed: true })
})

test('a streamed denial is an error part after the text, and the call never runs', async () => {
  const { ask, ran } = world(BAD)
  const errors: unknown[] = []
  const result = streamText({ ...ask, onError: ({ error }) => void errors.push(error) })
  const parts = []
  for await (const part of result.fullStream) parts.push(part)
  expect(errors[0]).toBeInstanceOf(ContractBreachError)
  expect(parts.some((part) => part.type === 'error' && part.error === errors[0])).toBe(true)
  expect(parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')).toBe('Tidying.')
  expect(parts.some(({ type }) => type.startsWith('tool-'))).toBe(false)
  expect(ran).toEqual([])
})

test('with `replace` a streamed denial is text', async () => {
  const { ask, ran } = world(BAD, NO_RM, { onDeny: 'replace' })
  const result = streamText(ask)
  expect(await result.text).toMatch(/^Tidying\.\[Holdfast\] The call of `bash` was blocked/u)
  expect(await result.finishReason).toBe('stop')
  expect(ran).toEqual([])
})

test('a denied call that the provider has already run refuses the whole reply', async () => {
  const { ask } = world([{ text: 'Tidied.', command: 'rm -rf /', hosted: true }], NO_RM, {
    onDeny: 'replace',
  })
  expect((await generateText(ask)).finishReason).toBe('content-filter')
  const { ask: again } = world([{ text: 'Tidied.', command: 'rm -rf /', hosted: true }], NO_RM, {
    onDeny: 'replace',
  })
  const result = streamText(again)
  expect(await result.finishReason).toBe('content-filter')
  expect(await result.text).toContain('was blocked by contract')
})

test('pieces of a call that never became whole stay behind', async () => {
  const model = new MockLanguageModelV3({
    async doStream() {
      return {
        stream: convertArrayToReadableStream([
          { type: 'tool-input-start' as const, id: 'call_1', toolName: 'bash' },
          { type: 'tool-input-delta' as const, id: 'call_1', delta: '{"command":"rm -rf' },
          { type: 'finish' as const, finishReason: { unified: 'length' as const, raw: undefined }, usage },
        ]),
      }
    },
  })
  const parts = []
  const guarded = wrapLanguageModel({ model, middleware: aiSdkMiddleware(NO_RM) })
  for await (const { type } of streamText({ model: guarded, prompt: 'Tidy up.' }).fullStream) parts.push(type)
  expect(parts.filter((type) => type.startsWith('tool-'))).toEqual([])
  expect(parts.at(-1)).toBe('finish')
})

test('personal data is redacted, generated and streamed', async () => {
  const said = [{ text: 'Write to bob@example.com today.' }]
  const generated = await generateText(world(said, NO_MAIL('redact')).ask)
  expect(generated.text).toBe('Write to [REDACTED_EMAIL] today.')
  expect(await streamText(world(said, NO_MAIL('redact')).ask).text).toBe('Write to [REDACTED_EMAIL] today.')
})

test('a stream that must not say something stops in front of it', async () => {
  const said = [{ text: 'Write to bob@example.com today.' }]
  const { ask } = world(said, NO_MAIL('block'), { onDeny: 'replace' })
  const result = streamText(ask)
  expect(await result.text).not.toContain('example.com')
  expect(await result.finishReason).toBe('content-filter')
})

test('what a user says is redacted in the prompt', async () => {
  const contract = contractOf(
    '- pii_filter:\n    id: no-mail\n    patterns: [email]\n    action: redact\n    scan: [input, tool_results]\n',
  )
  const { ask, model } = world([{ text: 'Hello!' }], contract)
  await generateText({ ...ask, prompt: 'I am bob@example.com.' })
  expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain('I am [REDACTED_EMAIL].')
})

test('a denied request never reaches the model', async () => {
  const tight = contractOf(
    '- context_budget:\n    id: small\n    max_tokens_per_turn: 5\n    action_on_breach: deny\n',
  )
  const { ask, model } = world(GOOD, tight)
  expect(await rejection(generateText(ask))).toBeInstanceOf(ContractBreachError)
  expect(model.doGenerateCalls).toHaveLength(0)
})

test('shadow records what would have been stopped and changes nothing', async () => {
  const { ask, records, ran } = world(BAD, NO_RM, { mode: 'shadow' })
  expect(await streamText(ask).text).toBe('Then not.')
  expect(ran).toEqual(['rm -rf /'])
  expect(kinds(records)).toContain('tool-call deny')
})
