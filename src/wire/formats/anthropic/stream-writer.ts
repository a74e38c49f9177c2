import type { JsonObject } from '../../../model/index.ts'
import type { FrameWriter } from '../../frame.ts'
import { objectOf, typeOf } from '../../loose-json.ts'
import type { Refusal, ReplyPlan } from '../../reply-plan.ts'
import { keepsTexts, type StreamWriter } from '../../stream-protocol.ts'
import { createAssembler, type OpenBlock } from './assembler.ts'
import { callRunner } from './blocks.ts'
import { refusalStop, stopWithoutCalls } from './reply.ts'
import { inStreamError } from './errors.ts'
import { blockDelta, blockStart, blockStop, messageStart, textBlock } from './events.ts'

/** A call is replaced by exactly one text block, so positions stay what they were. */
export function createWriter(frames: FrameWriter): StreamWriter {
  const upstream = createAssembler()
  const open = new Set<number>()
  let sentStart = false
  let sentBlocks = 0
  let callsLeft = false

  function note(event: JsonObject): void {
    if (event['type'] === 'message_start') sentStart = true
    if (event['type'] === 'content_block_start') {
      sentBlocks += 1
      open.add(Number(event['index']))
      callsLeft ||= callRunner(objectOf(event['content_block']) ?? {}) === 'client'
    }
    if (event['type'] === 'content_block_stop') open.delete(Number(event['index']))
  }

  function write(event: JsonObject): Uint8Array {
    note(event)
    return frames.write(JSON.stringify(event), typeOf(event))
  }

  return {
    emit(frame, reading, texts, plan) {
      const { event } = reading
      if (event === undefined) return [frames.pass(frame)]
      upstream.add(event)
      const block = upstream.blockOf(event)
      const instead =
        editedEvents(event, block, plan) ??
        editedStop(event, plan, callsLeft) ??
        (keepsTexts(reading, texts) ? undefined : withText(event, texts.join('')))
      if (instead !== undefined) return instead.map(write)
      note(event)
      return [frames.pass(frame)]
    },
    refuse(refusal, body) {
      const start = sentStart ? [] : [messageStart(body)]
      const stops = [...open].map(blockStop)
      const index = sentBlocks
      return [...start, ...stops, ...textBlock(index, refusal.message), ...refusedEnd(refusal, body)].map(
        write,
      )
    },
    fail: (message, cause) => [write(inStreamError(message, cause))],
  }
}

function editedEvents(
  event: JsonObject,
  block: OpenBlock | undefined,
  plan: ReplyPlan,
): readonly JsonObject[] | undefined {
  if (block === undefined) return undefined
  const change = plan.calls.get(block.place)
  const text = plan.texts.get(block.place)
  if (change === undefined && text === undefined) return undefined
  const index = Number(event['index'])
  if (event['type'] === 'content_block_stop') return change?.kind === 'deny' ? [] : undefined
  if (event['type'] !== 'content_block_start') return []
  if (change?.kind === 'deny') return textBlock(index, change.message)
  if (change?.kind === 'args')
    return [
      blockStart(index, { ...block.start, input: {} }),
      blockDelta(index, { type: 'input_json_delta', partial_json: JSON.stringify(change.args) }),
    ]
  return [
    blockStart(index, {
      ...block.start,
      text: '',
      ...(block.start['citations'] !== undefined && { citations: null }),
    }),
    blockDelta(index, { type: 'text_delta', text: text ?? '' }),
  ]
}

function editedStop(
  event: JsonObject,
  plan: ReplyPlan,
  callsLeft: boolean,
): readonly JsonObject[] | undefined {
  const delta = objectOf(event['delta'])
  if (event['type'] !== 'message_delta' || plan.calls.size === 0 || callsLeft) return undefined
  return delta?.['stop_reason'] === 'tool_use'
    ? [{ ...event, delta: { ...delta, ...stopWithoutCalls(plan) } }]
    : undefined
}

function withText(event: JsonObject, text: string): readonly JsonObject[] {
  const started = objectOf(event['content_block'])
  if (started !== undefined) return [{ ...event, content_block: { ...started, text } }]
  return text === '' ? [] : [{ ...event, delta: { ...objectOf(event['delta']), text } }]
}

/** The official client needs the usage to be there; the tokens were billed whatever we sent. */
function refusedEnd(refusal: Refusal, body: JsonObject): readonly JsonObject[] {
  const usage = { output_tokens: 0, ...objectOf(body['usage']) }
  return [{ type: 'message_delta', delta: refusalStop(refusal), usage }, { type: 'message_stop' }]
}
