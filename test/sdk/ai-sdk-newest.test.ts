import {
  generateText,
  jsonSchema,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
  type LanguageModelMiddleware,
} from 'ai-newest'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai-newest/test'
import { expect, expectTypeOf, test } from 'vitest'
import { aiSdkMiddleware, ContractBreachError } from '../../src/sdk/index.ts'
import { kinds, NO_MAIL, NO_RM, recording, rejection } from './world.ts'

// models of the fourth specification, which only the newest AI SDK knows

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}

interface Said {
  readonly text: string
  readonly command?: string
}

function scripted(...said: readonly Said[]): MockLanguageModelV4 {
  let next = 0
  const reply = () => {
    const { text, command } = said[next++]!
    const call = {
      type: 'tool-call' as const,
      toolCallId: `call_${next}`,
      toolName: 'bash',
      input: JSON.stringify({ command }),
    }
    const unified = command === undefined ? ('stop' as const) : ('tool-calls' as const)
    return { text, calls: command === undefined ? [] : [call], finishReason: { unified, raw: undefined } }
  }
  return new MockLanguageModelV4({
    provider: 'openai.chat',
    modelId: 'gpt-5.5',
    async doGenerate() {
      const { text, calls, finishReason } = reply()
      return { content: [{ type: 'text', text }, ...calls], finishReason, usage, warnings: [] }
    },
    async doStream() {
      const { text, calls, finishReason } = reply()
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id: 't' },
          ...(text.match(/.{1,5}/gsu) ?? []).map((delta) => ({
            type: 'text-delta' as const,
            id: 't',
            delta,
          })),
          { type: 'text-end' as const, id: 't' },
          ...calls,
          { type: 'finish' as const, finishReason, usage },
        ]),
      }
    },
  })
}

function world(said: readonly Said[], contract = NO_RM) {
  const { records, options } = recording()
  const ran: string[] = []
  const bash = tool({
    inputSchema: jsonSchema<{ command: string }>({ type: 'object' }),
    execute({ command }) {
      ran.push(command)
      return 'a.txt'
    },
  })
  const model = wrapLanguageModel({
    model: scripted(...said),
    middleware: aiSdkMiddleware(contract, options),
  })
  return { records, ran, ask: { model, tools: { bash }, prompt: 'Tidy up.', stopWhen: stepCountIs(5) } }
}

const GOOD = [{ text: 'Looking.', command: 'ls' }, { text: 'Done.' }]
const BAD = [{ text: 'Tidying.', command: 'rm -rf /' }, { text: 'Then not.' }]

test('the middleware is one of the newest AI SDK by its types', () => {
  expectTypeOf(aiSdkMiddleware).returns.toExtend<LanguageModelMiddleware>()
})

test('a tool loop runs under the contract, generated and streamed', async () => {
  const whole = world(GOOD)
  expect((await generateText(whole.ask)).text).toBe('Done.')
  const streamed = world(GOOD)
  expect(await streamText(streamed.ask).text).toBe('Done.')
  for (const { ran, records } of [whole, streamed]) {
    expect(ran).toEqual(['ls'])
    expect(kinds(records)).toHaveLength(9)
  }
})

test('a denied call never runs, generated and streamed', async () => {
  const whole = world(BAD)
  expect(await rejection(generateText(whole.ask))).toBeInstanceOf(ContractBreachError)
  const streamed = world(BAD)
  const errors: unknown[] = []
  await streamText({ ...streamed.ask, onError: ({ error }) => void errors.push(error) }).consumeStream()
  expect(errors[0]).toBeInstanceOf(ContractBreachError)
  expect([...whole.ran, ...streamed.ran]).toEqual([])
})

test('streamed text is redacted', async () => {
  const { ask } = world([{ text: 'Ask bob@example.com.' }], NO_MAIL('redact'))
  expect(await streamText(ask).text).toBe('Ask [REDACTED_EMAIL].')
})
