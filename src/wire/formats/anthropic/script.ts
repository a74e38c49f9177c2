import type { JsonObject, Usage } from '../../../model/index.ts'
import { readArgs } from '../../call-args.ts'
import { typeOf } from '../../loose-json.ts'
import {
  argsText,
  piecesOf,
  stopOf,
  type Chunking,
  type ScriptedReply,
  type ScriptedStop,
} from '../../scripted.ts'
import { sseText } from '../../sse.ts'
import { encodeUtf8 } from '../../utf8.ts'
import { blockDelta, blockStart, blockStop, messageStart } from './events.ts'
import { refusalStop } from './reply.ts'

const STOP_REASONS = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
  refusal: 'refusal',
} as const satisfies Record<ScriptedStop, string>

export function encodeReply(reply: ScriptedReply): JsonObject {
  const { id, model } = reply
  const content = blocks(reply, {}).map(({ whole }) => whole)
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content,
    ...stopFields(reply),
    usage: encodeUsage(reply.usage),
  }
}

export function encodeStream(reply: ScriptedReply, chunking: Chunking = {}): readonly Uint8Array[] {
  const { id, model } = reply
  const usage = encodeUsage(reply.usage)
  const events = [
    messageStart({ id, model, usage }),
    ...blocks(reply, chunking).flatMap(({ start, deltas }, index) => [
      blockStart(index, start),
      ...deltas.map((delta) => blockDelta(index, delta)),
      blockStop(index),
    ]),
    { type: 'message_delta', delta: stopFields(reply), usage },
    { type: 'message_stop' },
  ]
  return events.map((event) => encodeUtf8(sseText(JSON.stringify(event), typeOf(event))))
}

interface ScriptedBlock {
  readonly whole: JsonObject
  readonly start: JsonObject
  readonly deltas: readonly JsonObject[]
}

function blocks(reply: ScriptedReply, { textChars, argsChars }: Chunking): readonly ScriptedBlock[] {
  const { thinking, toolCalls = [] } = reply
  const texts = [reply.text, reply.refusal].filter((text) => text !== undefined && text !== '') as string[]
  return [
    ...(thinking === undefined ? [] : [thinkingBlock(thinking, textChars)]),
    ...texts.map((text) => ({
      whole: { type: 'text', text },
      start: { type: 'text', text: '' },
      deltas: piecesOf(text, textChars).map((piece) => ({ type: 'text_delta', text: piece })),
    })),
    ...toolCalls.map((call) => {
      const start = { type: 'tool_use', id: call.id, name: call.tool, input: {} }
      const deltas = piecesOf(argsText(call), argsChars).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
      return { whole: { ...start, input: readArgs(call.args).args }, start, deltas }
    }),
  ]
}

function thinkingBlock(thinking: string, textChars: number | undefined): ScriptedBlock {
  const signature = 'c2NyaXB0ZWQ='
  return {
    whole: { type: 'thinking', thinking, signature },
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...piecesOf(thinking, textChars).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature },
    ],
  }
}

function stopFields(reply: ScriptedReply): JsonObject {
  if (reply.refusal !== undefined) return refusalStop({ message: reply.refusal, style: 'refusal' })
  return { stop_reason: STOP_REASONS[stopOf(reply)], stop_sequence: null }
}

function encodeUsage(
  { input, output, cacheRead = 0, cacheWrite = 0, reasoning }: Usage = { input: 0, output: 0 },
): JsonObject {
  return {
    input_tokens: Math.max(0, input - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
    ...(reasoning !== undefined && { output_tokens_details: { thinking_tokens: reasoning } }),
  }
}
