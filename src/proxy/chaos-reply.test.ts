import { describe, expect, test } from 'vitest'
import type { ReplyEdit } from '../chaos/model-action.ts'
import type { WireFormat } from '../wire/format.ts'
import { wireFormats } from '../wire/formats/index.ts'
import { damagedReply, type ReplyToDamage } from './chaos-reply.ts'

const SAID = {
  id: 'r1',
  model: 'some-model',
  text: 'The price is twelve dollars today.',
  toolCalls: [{ id: 'c1', tool: 'market_data', args: { symbol: 'ACME' } }],
}

function replyIn(format: WireFormat, isStream: boolean): ReplyToDamage {
  const pieces = isStream
    ? format.encodeStream(SAID, { textChars: 5, argsChars: 5 })
    : [Buffer.from(JSON.stringify(format.encodeReply(SAID)))]
  return { format, framing: format.framing, isStream, bytes: Buffer.concat(pieces), requestId: 'q1' }
}

function damaged(reply: ReplyToDamage, edit: ReplyEdit) {
  const missed: ReplyEdit[] = []
  const outcome = damagedReply(reply, { delayMs: 0, edits: [edit], missed: (found) => missed.push(found) })
  return { ...outcome, bytes: Buffer.concat(outcome.pieces), missed }
}

describe.each(wireFormats.map((format) => ({ name: format.name, format })))('$name', ({ format }) => {
  test.each([0, 0.3, 0.99, 1])('a stream cut at %d is never whole', (afterFraction) => {
    const { pieces, isCut } = damaged(replyIn(format, true), { kind: 'cut-stream', afterFraction })
    const splitter = format.framing.createSplitter()
    const reader = format.stream.createReader()
    const frames = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
    const outcomes = frames.map((frame) => reader.read(frame).outcome)
    expect(isCut).toBe(true)
    expect(outcomes).not.toContain('complete')
    expect(reader.isWhole).toBe(false)
  })

  test('a whole reply cut at its end lacks its end', () => {
    const reply = replyIn(format, false)
    const { bytes } = damaged(reply, { kind: 'cut-stream', afterFraction: 1 })
    expect(bytes).toEqual(reply.bytes.subarray(0, -1))
  })

  test('what only arrives slowly keeps its very bytes', () => {
    for (const isStream of [false, true]) {
      const reply = replyIn(format, isStream)
      const { bytes, pauseMs, missed } = damaged(reply, { kind: 'slow-stream', delayMs: 8 })
      expect(bytes).toEqual(reply.bytes)
      expect([pauseMs, missed]).toEqual([8, []])
    }
  })

  test('an edit that changes nothing keeps the very bytes and is missed', () => {
    for (const isStream of [false, true]) {
      const reply = replyIn(format, isStream)
      const edit: ReplyEdit = { kind: 'truncate', maxTokens: 100 }
      const { bytes, missed } = damaged(reply, edit)
      expect(bytes).toEqual(reply.bytes)
      expect(missed).toEqual([edit])
    }
  })

  test('what nobody can read is left alone', () => {
    const bytes = Buffer.from('<html>')
    const edit: ReplyEdit = { kind: 'empty' }
    const { bytes: kept, missed } = damaged({ ...replyIn(format, false), bytes }, edit)
    expect([kept.toString(), missed]).toEqual(['<html>', [edit]])
  })
})
