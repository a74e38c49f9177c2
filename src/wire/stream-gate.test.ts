import { describe, expect, test } from 'vitest'
import { anthropicMessages, openaiChat, openaiResponses, wireFormats } from './formats/index.ts'
import type { DecodedReply } from './reply.ts'
import type { ScriptedReply } from './scripted.ts'
import { createStreamGate, type StreamGateOptions } from './stream-gate.ts'
import { decodeUtf8, encodeUtf8, joinBytes } from './utf8.ts'

const SCRIPT: ScriptedReply = {
  id: 'r1',
  model: 'm',
  text: 'Some text first.',
  toolCalls: [{ id: 'c1', tool: 'delete_everything', args: { path: '/precious' } }],
  usage: { input: 1, output: 2 },
}
const SMALL = { textChars: 4, argsChars: 4 }

function harness(options: Partial<StreamGateOptions> = {}) {
  const replies: DecodedReply[] = []
  const problems: unknown[] = []
  const gate = createStreamGate({
    format: anthropicMessages,
    onProblem: (problem) => problems.push(problem),
    ...options,
    judgeReply(reply) {
      replies.push(reply)
      return options.judgeReply?.(reply) ?? []
    },
  })
  return { gate, replies, problems }
}

const textOf = (pieces: readonly Uint8Array[]): string => decodeUtf8(joinBytes(pieces))

describe.each(wireFormats.map((format) => [format.name, format] as const))('the gate on %s', (_, format) => {
  const frames = format.encodeStream(SCRIPT, SMALL)

  test('lets text through at once and nothing of a call before it is judged', () => {
    const { gate, replies } = harness({ format })
    const sent: string[] = []
    for (const frame of frames) {
      sent.push(textOf(gate.push(frame)))
      if (replies.length === 0) expect(sent.join('')).not.toContain('delete_everything')
    }
    sent.push(textOf(gate.end()))
    const bringsText = (text: string): boolean => text.includes('Some')
    expect(sent.findIndex(bringsText)).toBe(frames.map(decodeUtf8).findIndex(bringsText))
    expect(sent.join('')).toBe(textOf(frames))
    expect(replies.map(({ ending }) => ending)).toEqual(['complete'])
  })

  test('ends with an error and without the call when it cannot be judged', () => {
    const boom = new Error('boom')
    const { gate, problems } = harness({
      format,
      judgeReply: () => {
        throw boom
      },
    })
    const sent = textOf([...frames.flatMap((frame) => [...gate.push(frame)]), ...gate.end()])
    expect(problems).toContain(boom)
    expect(sent).not.toContain('delete_everything')
    expect(sent).toContain('error')
    expect(gate.isShut).toBe(true)
  })

  test('never keeps back more than it may', () => {
    const huge = {
      ...SCRIPT,
      toolCalls: [{ id: 'c1', tool: 'delete_everything', args: { path: 'x'.repeat(5000) } }],
    }
    const { gate, replies } = harness({ format, maxHeldBytes: 2000 })
    const sent = textOf(format.encodeStream(huge, SMALL).flatMap((frame) => [...gate.push(frame)]))
    expect(sent).not.toContain('delete_everything')
    expect(gate.isShut || replies[0]?.ending === 'complete').toBe(true)
  })

  test('never waits for a frame without end', () => {
    const { gate, replies } = harness({ format, maxFrameBytes: 1000 })
    gate.push(encodeUtf8(`data: {"x":"${'y'.repeat(3000)}`))
    expect(replies.map(({ ending }) => ending)).toEqual(['too-large'])
    expect(gate.isShut).toBe(true)
  })

  test('does not let a frame through that it cannot read', () => {
    const { gate, replies } = harness({ format })
    const sent = textOf([
      ...gate.push(frames[0] as Uint8Array),
      ...gate.push(encodeUtf8('data: {"oops": delete_everything\n\n')),
      ...gate.push(joinBytes(frames.slice(1))),
      ...gate.end(),
    ])
    expect(sent).not.toContain('delete_everything')
    expect(replies.map(({ ending }) => ending)).toEqual(['failed'])
  })

  test('says when it holds something back, and a sign of life changes nothing', () => {
    const { gate } = harness({ format })
    const reader = format.stream.createReader()
    const sent = frames.flatMap((frame) => [...gate.push(frame), gate.keepAlive])
    sent.push(...gate.end())
    const splitter = format.framing.createSplitter()
    for (const frame of splitter.push(joinBytes(sent))) reader.read(frame)
    expect(format.decodeReply(reader.body())).toMatchObject({
      text: SCRIPT.text,
      calls: [{ tool: 'delete_everything' }],
    })
  })

  test('reports a reply whose client went away, once', () => {
    const { gate, replies } = harness({ format })
    gate.push(frames[0] as Uint8Array)
    gate.cancel()
    expect(gate.push(joinBytes(frames.slice(1)))).toEqual([])
    expect(gate.end()).toEqual([])
    expect(replies.map(({ ending, calls }) => [ending, calls])).toEqual([['cancelled', []]])
  })

  test('can be aborted with the error of the provider', () => {
    const { gate, replies } = harness({ format })
    gate.push(joinBytes(frames.slice(0, -2)))
    const sent = textOf(gate.abort('Took too long.'))
    expect(sent).toContain('Took too long.')
    expect(sent).not.toContain('delete_everything')
    expect([gate.end(), gate.abort('Again.')]).toEqual([[], []])
    expect(replies.map(({ ending }) => ending)).toEqual(['failed'])
  })

  test('replaces text that it held back as a whole', () => {
    const { gate } = harness({
      format,
      hold: 'reply',
      judgeReply: () => [{ kind: 'replace-text', text: 0, with: 'Other words.' }],
    })
    const sent = [...frames.flatMap((frame) => [...gate.push(frame)]), ...gate.end()]
    const reader = format.stream.createReader()
    for (const frame of format.framing.createSplitter().push(joinBytes(sent))) reader.read(frame)
    expect(format.decodeReply(reader.body())).toMatchObject({
      text: 'Other words.',
      calls: [{ tool: 'delete_everything' }],
    })
    expect(textOf(sent)).not.toContain('Some')
  })

  test('leaves text alone that has already gone', () => {
    const { gate } = harness({
      format,
      judgeReply: () => [{ kind: 'replace-text', text: 0, with: 'Too late.' }],
    })
    expect(textOf([...frames.flatMap((frame) => [...gate.push(frame)]), ...gate.end()])).toBe(textOf(frames))
  })

  test('a denial that names no call refuses the reply', () => {
    const { gate } = harness({
      format,
      judgeReply: () => [{ kind: 'deny-call', call: 7, message: 'Which?' }],
    })
    const sent = textOf([...frames.flatMap((frame) => [...gate.push(frame)]), ...gate.end()])
    expect(sent).toContain('Which?')
    expect(sent).not.toContain('delete_everything')
  })
})

test('a blocked reply is reported when the provider is done, with everything it billed', () => {
  const blocked = { message: 'Stop.', style: 'refusal' } as const
  const { gate, replies } = harness({
    filterFor: () => ({
      push: () => ({ released: '', consumed: 0, blocked }),
      flush: () => ({ released: '', consumed: 0 }),
    }),
  })
  const frames = anthropicMessages.encodeStream(SCRIPT, SMALL)
  const sent = textOf(frames.flatMap((frame) => [...gate.push(frame)]))
  expect(gate.isShut).toBe(true)
  expect(replies).toEqual([])
  expect(gate.end()).toEqual([])
  expect(replies).toMatchObject([{ ending: 'blocked', calls: [], usage: { input: 1, output: 2 } }])
  expect(sent.trimEnd().endsWith('{"type":"message_stop"}')).toBe(true)
})

test('a usage report the client did not ask for is judged and kept back', () => {
  const { gate, replies } = harness({ format: openaiChat, hideUsage: true })
  const sent = textOf([
    ...openaiChat.encodeStream(SCRIPT).flatMap((frame) => [...gate.push(frame)]),
    ...gate.end(),
  ])
  expect(sent).not.toContain('prompt_tokens')
  expect(replies).toMatchObject([{ usage: { input: 1, output: 2 } }])
})

test('a block that is open when the reply is blocked is closed before the refusal', () => {
  let pushed = 0
  const { gate } = harness({
    filterFor: () => ({
      push(text) {
        pushed += 1
        if (pushed < 3) return { released: text, consumed: text.length }
        return { released: '', consumed: 0, blocked: { message: 'Stop.', style: 'refusal' } }
      },
      flush: () => ({ released: '', consumed: 0 }),
    }),
  })
  const sent = textOf(anthropicMessages.encodeStream(SCRIPT, SMALL).flatMap((frame) => [...gate.push(frame)]))
  const events = [...sent.matchAll(/"type":"(content_block_(?:start|stop))","index":(\d)/gu)].map(
    ([, type, index]) => [type, index],
  )
  expect(events).toEqual([
    ['content_block_start', '0'],
    ['content_block_stop', '0'],
    ['content_block_start', '1'],
    ['content_block_stop', '1'],
  ])
})

test('denying a call the provider has already run refuses the reply', () => {
  const body = {
    content: [
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'Found it.' },
    ],
    stop_reason: 'end_turn',
  }
  const { body: edited } = anthropicMessages.editReply(body, [
    { kind: 'deny-call', call: 0, message: 'No searching.' },
  ])
  expect(edited).toMatchObject({ content: [{ type: 'text', text: 'No searching.' }], stop_reason: 'refusal' })
})

test('a stream that takes back what it said is not believed', () => {
  const frames = openaiResponses.encodeStream({ ...SCRIPT, toolCalls: [] }, SMALL)
  const lying = frames.map((frame) =>
    encodeUtf8(decodeUtf8(frame).replace('"text":"Some text first."', '"text":"Other text."')),
  )
  const { gate, replies } = harness({ format: openaiResponses })
  const sent = textOf([...lying.flatMap((frame) => [...gate.push(frame)]), ...gate.end()])
  expect(sent).not.toContain('Other text.')
  expect(replies.map(({ ending }) => ending)).toEqual(['failed'])
})
