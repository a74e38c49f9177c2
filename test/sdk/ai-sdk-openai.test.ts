import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAI as createNewestOpenAI } from 'ai-openai-newest'
import { generateText, jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai'
import * as newest from 'ai-newest'
import { describe, expect, test } from 'vitest'
import { aiSdkMiddleware, breachIn, type WrapOptions } from '../../src/sdk/index.ts'
import { BAD_CALL, GOOD_CALL, kinds, mockModel, NO_MAIL, NO_RM, recording, rejection } from './world.ts'

// the provider's own package in front of the mock model: what a program really installs

const ran: string[] = []
const command = {
  type: 'object' as const,
  properties: { command: { type: 'string' as const } },
  required: ['command'],
  additionalProperties: false,
}
const execute = ({ command: given }: { command: string }) => {
  ran.push(given)
  return 'a.txt'
}

interface Asked {
  readonly text: string
  readonly error: unknown
}

interface World {
  whole(): Promise<string>
  streamed(): Promise<Asked>
  readonly records: ReturnType<typeof recording>['records']
}

type Make = (turns: string, contract?: typeof NO_RM, options?: WrapOptions) => Promise<World>

const six: Make = async (turns, contract = NO_RM, options = {}) => {
  ran.length = 0
  const server = await mockModel(turns)
  const { records, options: recorded } = recording()
  const model = createOpenAI({ apiKey: 'key', baseURL: `${server.url}/openai/v1` })('gpt-5.5')
  const ask = {
    model: wrapLanguageModel({ model, middleware: aiSdkMiddleware(contract, { ...recorded, ...options }) }),
    tools: { bash: tool({ inputSchema: jsonSchema<{ command: string }>(command), execute }) },
    prompt: 'Tidy up.',
    stopWhen: stepCountIs(5),
    maxRetries: 0,
  }
  return {
    records,
    whole: async () => (await generateText(ask)).text,
    async streamed() {
      let error: unknown
      const stream = streamText({ ...ask, onError: (thrown) => void (error = thrown.error) })
      let text = ''
      for await (const piece of stream.textStream) text += piece
      return { text, error }
    },
  }
}

const seven: Make = async (turns, contract = NO_RM, options = {}) => {
  ran.length = 0
  const server = await mockModel(turns)
  const { records, options: recorded } = recording()
  const model = createNewestOpenAI({ apiKey: 'key', baseURL: `${server.url}/openai/v1` })('gpt-5.5')
  const middleware = aiSdkMiddleware(contract, { ...recorded, ...options })
  const ask = {
    model: newest.wrapLanguageModel({ model, middleware }),
    tools: { bash: newest.tool({ inputSchema: newest.jsonSchema<{ command: string }>(command), execute }) },
    prompt: 'Tidy up.',
    stopWhen: newest.stepCountIs(5),
    maxRetries: 0,
  }
  return {
    records,
    whole: async () => (await newest.generateText(ask)).text,
    async streamed() {
      let error: unknown
      const stream = newest.streamText({ ...ask, onError: (thrown) => void (error = thrown.error) })
      let text = ''
      for await (const piece of stream.textStream) text += piece
      return { text, error }
    },
  }
}

describe.each([
  ['ai 6', six],
  ['ai 7', seven],
] as const)('%s with the OpenAI provider', (_name, make) => {
  test('a tool loop is one turn, generated and streamed', async () => {
    const whole = await make(GOOD_CALL)
    expect(await whole.whole()).toBe('Done.')
    expect(ran).toEqual(['ls'])
    expect(kinds(whole.records)).toHaveLength(9)
    expect(whole.records[3]?.event).toMatchObject({
      text: 'Let me look.',
      provider: 'openai',
      model: 'gpt-5.5',
    })
    const streamed = await make(GOOD_CALL)
    expect(await streamed.streamed()).toEqual({ text: 'Let me look.Done.', error: undefined })
    expect(ran).toEqual(['ls'])
    expect(kinds(streamed.records)).toEqual(kinds(whole.records))
  })

  test('a denied call never runs, generated and streamed', async () => {
    const whole = await make(BAD_CALL)
    expect(breachIn(await rejection(whole.whole()))?.findings[0]?.clauseId).toBe('no-destruction')
    const streamed = await (await make(BAD_CALL)).streamed()
    expect(breachIn(streamed.error)?.findings[0]?.clauseId).toBe('no-destruction')
    expect(ran).toEqual([])
    const told = await make(BAD_CALL, NO_RM, { onDeny: 'replace' })
    expect(await told.whole()).toContain('[Holdfast] The call of `bash` was blocked')
  })

  test('text is redacted, generated and streamed', async () => {
    const mail = ['turns: ["Ask bob@example.com about it."]', NO_MAIL('redact')] as const
    expect(await (await make(...mail)).whole()).toBe('Ask [REDACTED_EMAIL] about it.')
    expect((await (await make(...mail)).streamed()).text).toBe('Ask [REDACTED_EMAIL] about it.')
  })
})
