import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../model/index.ts'
import { planCompression } from './compression.ts'
import { countableText, turnsOf } from './conversation.ts'
import type { WireFormat } from './format.ts'
import { anthropicMessages, gemini, openaiChat, openaiResponses, openrouter } from './formats/index.ts'
import { objectOf } from './loose-json.ts'
import type { DecodedRequest, RequestEdit } from './request.ts'

/** One conversation, as each format writes it. The calls go to two tools; the newest entries are their results. */
const anthropicBody: JsonObject = {
  model: 'a-model',
  max_tokens: 500,
  stream: true,
  system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
  tools: [
    { name: 'look', description: 'Looks.', input_schema: { type: 'object' } },
    { name: 'act', input_schema: { type: 'object' } },
    { type: 'web_search_20260318', name: 'web_search' },
  ],
  tool_choice: { type: 'tool', name: 'act' },
  metadata: { user_id: 'user_1_account__session_abc-1' },
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
    { role: 'user', content: [{ type: 'text', text: 'Look and act' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Doing.' },
        { type: 'tool_use', id: 'c1', name: 'look', input: { at: 'sky' } },
        { type: 'tool_use', id: 'c2', name: 'act', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'blue' }] },
        { type: 'tool_result', tool_use_id: 'c2', is_error: true, content: 'failed' },
      ],
    },
  ],
}

const chatBody: JsonObject = {
  model: 'a-model',
  max_completion_tokens: 500,
  stream: true,
  user: 'user_1',
  tools: [
    { type: 'function', function: { name: 'look', description: 'Looks.' } },
    { type: 'function', function: { name: 'act' } },
  ],
  web_search_options: {},
  tool_choice: { type: 'function', function: { name: 'act' } },
  parallel_tool_calls: true,
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi.' },
    { role: 'user', content: [{ type: 'text', text: 'Look and act' }] },
    {
      role: 'assistant',
      content: 'Doing.',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } },
        { id: 'c2', type: 'function', function: { name: 'act', arguments: '' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'blue' },
    { role: 'tool', tool_call_id: 'c2', content: 'failed' },
  ],
}

const responsesBody: JsonObject = {
  model: 'a-model',
  max_output_tokens: 500,
  stream: true,
  safety_identifier: 'user_1',
  previous_response_id: 'resp_0',
  instructions: 'Be kind.',
  tools: [
    { type: 'function', name: 'look', description: 'Looks.' },
    { type: 'function', name: 'act' },
    { type: 'web_search' },
  ],
  tool_choice: { type: 'function', name: 'act' },
  input: [
    { role: 'user', content: 'Hello' },
    { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'Hi.' }] },
    { role: 'user', content: [{ type: 'input_text', text: 'Look and act' }] },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"sky"}' },
    { type: 'function_call', call_id: 'c2', name: 'act', arguments: '' },
    { type: 'function_call_output', call_id: 'c1', output: 'blue' },
    { type: 'function_call_output', call_id: 'c2', output: 'failed' },
  ],
}

const geminiBody: JsonObject = {
  systemInstruction: { parts: [{ text: 'Be kind.' }] },
  generationConfig: { maxOutputTokens: 500 },
  tools: [
    { functionDeclarations: [{ name: 'look', description: 'Looks.' }, { name: 'act' }] },
    { googleSearch: {} },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['act'] } },
  contents: [
    { role: 'user', parts: [{ text: 'Hello' }] },
    { role: 'model', parts: [{ text: 'Hi.' }] },
    { role: 'user', parts: [{ text: 'Look and act' }] },
    {
      role: 'model',
      parts: [
        { text: 'Doing.' },
        { functionCall: { name: 'look', args: { at: 'sky' } } },
        { functionCall: { name: 'act', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'look', response: { output: 'blue' } } },
        { functionResponse: { name: 'act', response: { error: 'failed' } } },
      ],
    },
  ],
}

const CASES: readonly (readonly [string, WireFormat, JsonObject, string, string])[] = [
  ['anthropic-messages', anthropicMessages, anthropicBody, 'messages', 'web_search'],
  ['openai-chat', openaiChat, chatBody, 'messages', 'web_search'],
  ['openrouter', openrouter, chatBody, 'messages', 'web_search'],
  ['openai-responses', openaiResponses, responsesBody, 'input', 'web_search'],
  ['gemini', gemini, geminiBody, 'contents', 'google_search'],
]

const route = { operation: 'reply', model: 'a-model', stream: true } as const
const decode = (format: WireFormat, body: JsonObject) => format.decodeRequest(body, route) as DecodedRequest

describe.each(CASES)('a request to %s', (_, format, body, listKey, search) => {
  const list = body[listKey] as readonly JsonObject[]
  const edit = (...edits: RequestEdit[]) => {
    const result = format.editRequest(body, edits)
    return {
      ...result,
      body: objectOf(result.body) as JsonObject,
      decoded: decode(format, objectOf(result.body) as JsonObject),
    }
  }

  test('says the same as in every other format', () => {
    const request = decode(format, body)
    expect(request).toMatchObject({
      model: 'a-model',
      stream: true,
      maxOutputTokens: 500,
      system: 'Be kind.',
      toolForced: true,
      structuredOutput: false,
      lastUserText: 'Look and act',
      freshUserTurn: false,
    })
    expect(request.tools.map(({ name, hosted }) => [name, hosted])).toEqual([
      ['look', false],
      ['act', false],
      [search, true],
    ])
    const calls = request.messages.flatMap(({ toolCalls }) => toolCalls)
    const results = request.messages.flatMap(({ toolResults }) => toolResults)
    expect(calls.map(({ tool, args }) => [tool, args])).toEqual([
      ['look', { at: 'sky' }],
      ['act', {}],
    ])
    expect(results.map(({ tool }) => tool)).toEqual(['look', 'act'])
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ callId }) => callId))
    expect(request.messages).toHaveLength(list.length)
  })

  test('everything that costs tokens is counted, and counted once', () => {
    const text = countableText(decode(format, body))
    for (const word of ['Be kind.', 'Hello', 'Look and act', 'sky', 'blue', 'Looks.'])
      expect(text.split(word), word).toHaveLength(2)
  })

  test('starts a new turn with the text of a user and not with results', () => {
    const said = { role: 'user', content: 'Next', parts: [{ text: 'Next' }] }
    expect(decode(format, { ...body, [listKey]: [...list, said] })).toMatchObject({
      freshUserTurn: true,
      lastUserText: 'Next',
    })
    expect(decode(format, { ...body, [listKey]: list.slice(0, 2) }).freshUserTurn).toBe(true)
  })

  test('keeps the hash of its beginning while the conversation grows', () => {
    const early = decode(format, { ...body, [listKey]: list.slice(0, 2) }).session.prefixHash
    expect(decode(format, body).session.prefixHash).toBe(early)
    const other = JSON.parse(JSON.stringify(body).replace('Hello', 'Hullo')) as JsonObject
    expect(decode(format, other).session.prefixHash).not.toBe(early)
  })

  test('is handed back untouched when an edit changes nothing', () => {
    for (const nothing of [
      [],
      [{ kind: 'keep-tools', keep: () => true }],
      [{ kind: 'add-guidance', text: ' ' }],
      [{ kind: 'drop-messages', messages: [99] }],
    ] as RequestEdit[][]) {
      const result = format.editRequest(body, nothing)
      expect([result.changed, result.body === body]).toEqual([false, true])
    }
  })

  test('loses tools by name, and with them a choice that names one', () => {
    const { decoded, changed } = edit({ kind: 'keep-tools', keep: ({ name }) => name === 'look' })
    expect(changed).toBe(true)
    expect(decoded.tools.map(({ name }) => name)).toEqual(['look'])
    expect(decoded.toolForced).toBe(false)
    const none = edit({ kind: 'keep-tools', keep: () => false })
    expect(none.body['tools'] === undefined || objectOf(none.body['tool_choice'])?.['type'] === 'none').toBe(
      true,
    )
    expect(none.decoded.toolForced).toBe(false)
  })

  test('takes guidance at the end of its system prompt', () => {
    const { decoded } = edit({ kind: 'add-guidance', text: 'Ask first.' })
    expect(decoded.system.replace('\n\n', '\n')).toBe('Be kind.\nAsk first.')
    expect(decoded.messages).toHaveLength(list.length)
    const bare = format.editRequest({ [listKey]: [] }, [{ kind: 'add-guidance', text: 'Ask first.' }])
      .body as JsonObject
    expect(decode(format, bare).system).toBe('Ask first.')
  })

  test('has old results elided and whole turns dropped, by the positions it came with', () => {
    const results = decode(format, body).messages.findIndex(({ toolResults }) => toolResults.length > 0)
    const [first = []] = turnsOf(decode(format, body).messages)
    const { decoded } = edit(
      { kind: 'drop-messages', messages: first },
      { kind: 'elide-results', message: results, placeholder: '[gone]' },
    )
    expect(decoded.messages.map(({ text }) => text)).not.toContain('Hello')
    expect(decoded.system).toBe('Be kind.')
    expect(JSON.stringify(decoded.messages)).toContain('[gone]')
    expect(JSON.stringify(decoded.messages)).not.toContain('blue')
  })

  test('is compressed from its oldest end, results first, until it fits', () => {
    const long = 'word '.repeat(200)
    const grown = JSON.parse(
      JSON.stringify(body).replace('"blue"', JSON.stringify(long)).replace('"Hello"', JSON.stringify(long)),
    ) as JsonObject
    const said = { role: 'user', content: 'Next', parts: [{ text: 'Next' }] }
    const talk = { ...grown, [listKey]: [...(grown[listKey] as JsonObject[]), said] }
    const countTokens = (text: string) => text.split(/\s+/u).length
    const plan = (maxTokens: number) => planCompression(decode(format, talk), { maxTokens, countTokens })
    expect(plan(1000)).toMatchObject({ edits: [], fits: true })
    expect(plan(300).edits.map(({ kind }) => kind)).toEqual(['elide-results'])
    expect(plan(100).edits.map(({ kind }) => kind)).toEqual(['elide-results', 'drop-messages'])
    expect(plan(1).fits).toBe(false)
    const squeezed = decode(format, format.editRequest(talk, plan(100).edits).body as JsonObject)
    expect(squeezed).toMatchObject({ system: 'Be kind.', lastUserText: 'Next' })
    const calls = squeezed.messages.flatMap(({ toolCalls }) => toolCalls.map(({ callId }) => callId))
    expect(squeezed.messages.flatMap(({ toolResults }) => toolResults.map(({ callId }) => callId))).toEqual(
      calls,
    )
  })

  test('is nothing to judge when it is not an object', () => {
    for (const value of [undefined, null, 'text', 7, [body]]) {
      expect(format.decodeRequest(value)).toBeUndefined()
      if (value !== undefined)
        expect(format.editRequest(value, [{ kind: 'add-guidance', text: 'x' }]).changed).toBe(false)
    }
  })
})

test('usage is asked for in chat streams, and only there', () => {
  const asked = openaiChat.editRequest(chatBody, [{ kind: 'report-usage' }])
  expect(asked).toMatchObject({ changed: true, body: { stream_options: { include_usage: true } } })
  expect(openaiChat.editRequest(asked.body, [{ kind: 'report-usage' }]).changed).toBe(false)
  expect(openaiChat.editRequest({ ...chatBody, stream: false }, [{ kind: 'report-usage' }]).changed).toBe(
    false,
  )
  expect(anthropicMessages.editRequest(anthropicBody, [{ kind: 'report-usage' }]).changed).toBe(false)
})

test('session hints are found where each client writes them', () => {
  expect(decode(anthropicMessages, anthropicBody).session).toMatchObject({ conversationId: 'abc-1' })
  const json = { ...anthropicBody, metadata: { user_id: '{"device_id":"d","session_id":"s-9"}' } }
  expect(decode(anthropicMessages, json).session).toMatchObject({ conversationId: 's-9' })
  expect(decode(openaiChat, chatBody).session).toMatchObject({ userId: 'user_1' })
  expect(decode(openaiResponses, responsesBody).session).toMatchObject({
    userId: 'user_1',
    previousResponseId: 'resp_0',
  })
  expect(
    decode(openaiResponses, { ...responsesBody, conversation: { id: 'conv_1' } }).session.conversationId,
  ).toBe('conv_1')
})

describe('calls that the provider remembers and the client never saw', () => {
  const calls = [
    { callId: 'c8', native: 'function_call' },
    { callId: 'c9', native: 'custom_tool_call' },
    { callId: 'm1', native: 'mcp_approval_request' },
  ]
  const answer = { kind: 'answer-withheld', calls, message: 'Blocked.' } as const

  test('are answered in front of what the client says', () => {
    const { body } = openaiResponses.editRequest({ previous_response_id: 'resp_1', input: 'Go on' }, [answer])
    expect(body).toMatchObject({
      input: [
        { type: 'function_call_output', call_id: 'c8', output: 'Blocked.' },
        { type: 'custom_tool_call_output', call_id: 'c9', output: 'Blocked.' },
        { type: 'mcp_approval_response', approval_request_id: 'm1', approve: false },
        { role: 'user', content: 'Go on' },
      ],
    })
  })

  test('are not answered twice, nor where the provider remembers nothing', () => {
    const answered = {
      previous_response_id: 'r',
      input: calls.map(({ callId }) => ({ type: 'function_call_output', call_id: callId, output: 'x' })),
    }
    expect(openaiResponses.editRequest(answered, [answer]).changed).toBe(false)
    expect(openaiResponses.editRequest({ input: 'Go on' }, [answer]).changed).toBe(false)
    expect(openaiChat.editRequest(chatBody, [answer]).changed).toBe(false)
  })

  test('are answered first in a thread that the provider holds', () => {
    const thread = { type: 'continue', previous_message_id: 'msg_1' }
    const said = { thread, messages: [{ role: 'user', content: 'Go on' }] }
    const { body } = anthropicMessages.editRequest(said, [answer])
    expect(body).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            ...calls.map(({ callId }) => ({ type: 'tool_result', tool_use_id: callId, is_error: true })),
            { type: 'text', text: 'Go on' },
          ],
        },
      ],
    })
    expect(anthropicMessages.editRequest(body, [answer]).changed).toBe(false)
    expect(anthropicMessages.editRequest({ messages: said.messages }, [answer]).changed).toBe(false)
    expect(decode(anthropicMessages, said).session.previousResponseId).toBe('msg_1')
  })

  test('leave no orphaned reasoning behind when the whole history comes back', () => {
    const reply = {
      id: 'resp_1',
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'function_call', call_id: 'c8', name: 'act', arguments: '{}' },
      ],
    }
    const edited = openaiResponses.editReply(reply, [{ kind: 'deny-call', call: 0, message: 'No.' }])
      .body as JsonObject
    const input = [{ role: 'user', content: 'Go' }, ...(edited['output'] as JsonObject[])]
    const { body, changed } = openaiResponses.editRequest({ input }, [{ ...answer, calls: [] }])
    expect(changed).toBe(true)
    expect((body as JsonObject)['input']).toEqual([
      { role: 'user', content: 'Go' },
      expect.not.objectContaining({ id: expect.anything() as unknown }),
    ])
  })
})

test('Gemini requests may spell their keys in either way', () => {
  const snake = {
    system_instruction: { parts: [{ text: 'Be kind.' }] },
    tools: [{ function_declarations: [{ name: 'look' }] }, { code_execution: {} }],
    contents: [
      { role: 'user', parts: [{ text: 'Go' }] },
      { role: 'model', parts: [{ function_call: { name: 'look', args: { at: 1 } } }] },
      { role: 'function', parts: [{ function_response: { name: 'look', response: { ok: 1 } } }] },
    ],
  }
  const request = decode(gemini, snake)
  expect(request).toMatchObject({ system: 'Be kind.', freshUserTurn: false })
  expect(request.tools.map(({ name }) => name)).toEqual(['look', 'code_execution'])
  expect(request.messages[1]?.toolCalls).toMatchObject([{ tool: 'look', args: { at: 1 } }])
  const guided = gemini.editRequest(snake, [{ kind: 'add-guidance', text: 'Ask.' }]).body as JsonObject
  expect(decode(gemini, guided).system).toBe('Be kind.\nAsk.')
})

test('a Gemini call without an id has the same name in the reply and in the history', () => {
  const parts = [
    { functionCall: { name: 'look', args: { b: 1, a: 2 } } },
    { functionCall: { name: 'look', args: { a: 2, b: 1 } } },
  ]
  const reply = gemini.decodeReply({ candidates: [{ content: { role: 'model', parts } }] })
  const history = decode(gemini, { contents: [{ role: 'model', parts }] }).messages[0]
  expect(history?.toolCalls.map(({ callId }) => callId)).toEqual(reply.calls.map(({ callId }) => callId))
  expect(new Set(reply.calls.map(({ callId }) => callId)).size).toBe(2)
})

test('remote servers are tools under their own name', () => {
  const body = {
    tools: [{ name: 'look' }],
    mcp_servers: [{ type: 'url', name: 'wiki', url: 'https://wiki.example' }],
  }
  expect(decode(anthropicMessages, body).tools.map(({ name }) => name)).toEqual(['look', 'mcp__wiki'])
  const kept = anthropicMessages.editRequest(body, [
    { kind: 'keep-tools', keep: ({ hosted }) => !hosted },
  ]).body
  expect(kept).toEqual({ tools: [{ name: 'look' }], mcp_servers: [] })
  const labelled = {
    tools: [
      { type: 'mcp', server_label: 'wiki' },
      {
        type: 'namespace',
        name: 'n',
        tools: [
          { type: 'function', name: 'a' },
          { type: 'function', name: 'b' },
        ],
      },
    ],
  }
  expect(decode(openaiResponses, labelled).tools.map(({ name }) => name)).toEqual(['mcp__wiki', 'a', 'b'])
  const narrowed = openaiResponses.editRequest(labelled, [
    { kind: 'keep-tools', keep: ({ name }) => name === 'b' },
  ]).body
  expect(narrowed).toEqual({
    tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'b' }] }],
  })
})
