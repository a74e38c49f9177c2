import { AIMessage, AIMessageChunk, HumanMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool } from '@langchain/core/tools'
import { createAgent, createMiddleware } from 'langchain'
import { expect, test, vi, onTestFinished } from 'vitest'
import { z } from 'zod'
import { breachIn, langchainMiddleware, type WrapOptions } from '../../src/sdk/index.ts'
import {
  BAD_CALL,
  GOOD_CALL,
  contractOf,
  kinds,
  mockModel,
  NO_MAIL,
  NO_RM,
  recording,
  rejection,
} from './world.ts'

const ran: string[] = []
const bash = tool(
  ({ command }) => {
    ran.push(command)
    return 'a.txt'
  },
  { name: 'bash', description: 'runs a command', schema: z.object({ command: z.string() }) },
)

type Block = Record<string, unknown>

/** A model that speaks in blocks, as Anthropic's does: text, then calls, in one list. */
class BlockModel extends BaseChatModel {
  private turn = 0
  model = 'claude-opus-4-5'

  constructor(private readonly turns: readonly (readonly Block[])[]) {
    super({})
  }

  override _llmType(): string {
    return 'blocks'
  }

  override bindTools(): this {
    return this
  }

  private next(): readonly Block[] {
    const blocks = this.turns[this.turn] ?? []
    this.turn += 1
    return blocks
  }

  override async _generate() {
    const blocks = this.next()
    const calls = blocks.filter(({ type }) => type === 'tool_use')
    const message = new AIMessage({
      content: blocks as never,
      tool_calls: calls.map(({ id, name, input }) => ({
        id: id as string,
        name: name as string,
        args: input as Record<string, unknown>,
      })),
    })
    return { generations: [{ text: '', message }] }
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    for (const [index, { type, text, id, name, input }] of this.next().entries())
      if (type === 'text')
        for (const piece of String(text).match(/.{1,4}/gsu) ?? [])
          yield chunkOf({ content: [{ type: 'text', text: piece, index }] })
      else {
        const args = JSON.stringify(input)
        const call = { type: 'tool_call_chunk' as const, index }
        yield chunkOf({
          content: [{ type: 'tool_use', id, name, input: '', index }],
          tool_call_chunks: [{ ...call, id: id as string, name: name as string, args: '' }],
        })
        yield chunkOf({
          content: [{ type: 'input_json_delta', input: args, index }],
          tool_call_chunks: [{ ...call, args }],
        })
      }
  }
}

function chunkOf(fields: { content: Block[]; tool_call_chunks?: object[] }): ChatGenerationChunk {
  return new ChatGenerationChunk({ text: '', message: new AIMessageChunk(fields as never) })
}

const use = (id: string, command: string): Block => ({
  type: 'tool_use',
  id,
  name: 'bash',
  input: { command },
})
const say = (text: string): Block => ({ type: 'text', text })

function world(turns: readonly (readonly Block[])[], contract = NO_RM, options: WrapOptions = {}) {
  ran.length = 0
  const { records, options: recorded } = recording()
  const middleware = [createMiddleware(langchainMiddleware(contract, { ...recorded, ...options }))]
  const agent = createAgent({ model: new BlockModel(turns), tools: [bash], middleware })
  return { agent, records, input: { messages: [new HumanMessage('Tidy up.')] } }
}

async function shownBy(stream: AsyncIterable<unknown>): Promise<string> {
  let shown = ''
  for await (const entry of stream) shown += JSON.stringify((entry as [AIMessageChunk])[0])
  return shown
}

const MIXED = [[say('Both.'), use('one', 'rm -rf /'), use('two', 'ls')], [say('Done.')]]

test('of two calls in blocks the denied one is gone from blocks and calls', async () => {
  const { agent, input } = world(MIXED, NO_RM, { onDeny: 'replace' })
  const { messages } = await agent.invoke(input)
  const reply = messages[1] as AIMessage
  expect(reply.tool_calls?.map(({ id }) => id)).toEqual(['two'])
  expect(reply.content).toEqual([
    say('Both.'),
    use('two', 'ls'),
    { type: 'text', text: expect.stringContaining('The call of `bash` was blocked') as string },
  ])
  expect(ran).toEqual(['ls'])
})

test('the same, streamed', async () => {
  const { agent, input, records } = world(MIXED, NO_RM, { onDeny: 'replace' })
  const shown = await shownBy(await agent.stream(input, { streamMode: 'messages' }))
  expect(shown).toContain('[Holdfast] The call of `bash` was blocked')
  expect(shown).not.toContain('\\"command\\":\\"rm')
  expect(ran).toEqual(['ls'])
  expect(kinds(records)).toContain('tool-call deny')
})

test('a stream of blocks that keeps the contract comes as it is', async () => {
  const { agent, input } = world([[say('Looking.'), use('one', 'ls')], [say('Done.')]])
  const shown = await shownBy(await agent.stream(input, { streamMode: 'messages' }))
  expect(shown).toContain('{"type":"tool_use","id":"one","name":"bash","input":"","index":1}')
  expect(shown).toContain('input_json_delta')
  expect(ran).toEqual(['ls'])
})

test('text in blocks is redacted, whole and streamed', async () => {
  const turns = [[say('Ask bob@example.com about it.')]]
  const whole = world(turns, NO_MAIL('redact'))
  const { messages } = await whole.agent.invoke(whole.input)
  expect(messages.at(-1)?.text).toBe('Ask [REDACTED_EMAIL] about it.')
  const streamed = world(turns, NO_MAIL('redact'))
  const shown = await shownBy(await streamed.agent.stream(streamed.input, { streamMode: 'messages' }))
  expect(shown).not.toContain('bob')
  expect(shown).toContain('[REDACTED_EMAIL]')
})

test('arguments in blocks are redacted where they stand', async () => {
  const contract = contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: redact
    scan: [tool_args]
`)
  const { agent, input } = world([[use('one', 'mail bob@example.com')], [say('Done.')]], contract)
  const { messages } = await agent.invoke(input)
  expect(JSON.stringify(messages)).not.toContain('bob@')
  expect(ran).toEqual(['mail [REDACTED_EMAIL]'])
})

test('a model that is only named, in the Responses format, is judged too', async () => {
  const answer = async (turns: string, options: WrapOptions = {}, contract = NO_RM) => {
    const model = await mockModel(turns)
    vi.stubEnv('OPENAI_API_KEY', 'key')
    vi.stubEnv('OPENAI_BASE_URL', `${model.url}/openai/v1`)
    onTestFinished(() => void vi.unstubAllEnvs())
    ran.length = 0
    const { records, options: recorded } = recording()
    const middleware = [createMiddleware(langchainMiddleware(contract, { ...recorded, ...options }))]
    const agent = createAgent({ model: 'openai:gpt-5.5', tools: [bash], middleware })
    return { agent, records, model }
  }
  const input = { messages: [new HumanMessage('Tidy up.')] }
  const good = await answer(GOOD_CALL)
  const { messages } = await good.agent.invoke(input)
  expect(messages.at(-1)?.text).toBe('Done.')
  expect(good.model.requests[0]?.path).toContain('/responses')
  expect(kinds(good.records)).toHaveLength(9)
  expect(good.records[3]?.event).toMatchObject({ provider: 'openai', model: 'gpt-5.5' })
  const bad = await answer(BAD_CALL)
  expect(breachIn(await rejection(bad.agent.invoke(input)))?.findings[0]?.clauseId).toBe('no-destruction')
  const told = await answer(BAD_CALL, { onDeny: 'replace' })
  expect(JSON.stringify((await told.agent.invoke(input)).messages)).not.toContain('sudo')
  const streamed = await answer(BAD_CALL, { onDeny: 'replace' })
  const shown = await shownBy(await streamed.agent.stream(input, { streamMode: 'messages' }))
  expect(shown).toContain('[Holdfast] The call of `bash` was blocked')
  expect(shown).not.toContain('sudo')
  expect(ran).toEqual([])
  for (const action of ['redact', 'block']) {
    const mail = ['turns: ["Ask bob@example.com about it."]', { onDeny: 'replace' }, NO_MAIL(action)] as const
    const whole = await answer(...mail)
    expect(JSON.stringify((await whole.agent.invoke(input)).messages)).not.toContain('bob')
    const piecewise = await answer(...mail)
    expect(await shownBy(await piecewise.agent.stream(input, { streamMode: 'messages' }))).not.toContain(
      'bob',
    )
  }
})
