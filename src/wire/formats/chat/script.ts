import type { JsonObject, Usage } from '../../../model/index.ts'
import {
  argsText,
  piecesOf,
  stopOf,
  type Chunking,
  type ScriptedReply,
  type ScriptedStop,
} from '../../scripted.ts'
import { sseText } from '../../sse.ts'
import { DONE } from '../../stream-protocol.ts'
import { encodeUtf8 } from '../../utf8.ts'

const FINISH_REASONS = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  refusal: 'stop',
} as const satisfies Record<ScriptedStop, string>

export function encodeReply(reply: ScriptedReply): JsonObject {
  const { id, model, createdS = 0, text, refusal, thinking, toolCalls = [], usage } = reply
  const message = {
    role: 'assistant',
    content: text ?? null,
    refusal: refusal ?? null,
    ...(thinking !== undefined && { reasoning: thinking }),
    ...(toolCalls.length > 0 && { tool_calls: encodeCalls(reply) }),
  }
  const choice = { index: 0, message, logprobs: null, finish_reason: FINISH_REASONS[stopOf(reply)] }
  return {
    id,
    object: 'chat.completion',
    created: createdS,
    model,
    choices: [choice],
    usage: encodeUsage(usage),
  }
}

function encodeCalls({ toolCalls = [] }: ScriptedReply): readonly JsonObject[] {
  return toolCalls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.tool, arguments: argsText(call) },
  }))
}

export function encodeStream(reply: ScriptedReply, chunking: Chunking = {}): readonly Uint8Array[] {
  const { id, model, createdS = 0, usage } = reply
  const base = { id, object: 'chat.completion.chunk', created: createdS, model }
  const part = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
    ...base,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  const chunks = [
    part({ role: 'assistant', content: '' }),
    ...deltas(reply, chunking).map((delta) => part(delta)),
    part({}, FINISH_REASONS[stopOf(reply)]),
    ...(usage === undefined ? [] : [{ ...base, choices: [], usage: encodeUsage(usage) }]),
  ]
  return [...chunks.map((chunk) => JSON.stringify(chunk)), DONE].map((data) => encodeUtf8(sseText(data)))
}

function deltas(reply: ScriptedReply, { textChars, argsChars }: Chunking): readonly JsonObject[] {
  const { text = '', refusal = '', thinking = '', toolCalls = [] } = reply
  return [
    ...piecesOf(thinking, textChars).map((reasoning) => ({ reasoning })),
    ...piecesOf(text, textChars).map((content) => ({ content })),
    ...piecesOf(refusal, textChars).map((piece) => ({ refusal: piece })),
    ...toolCalls.flatMap((call, index) => [
      {
        tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.tool, arguments: '' } }],
      },
      ...piecesOf(argsText(call), argsChars).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ]
}

function encodeUsage(
  { input, output, cacheRead, cacheWrite, reasoning }: Usage = { input: 0, output: 0 },
): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cacheRead ?? 0,
      ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
    },
    completion_tokens_details: { reasoning_tokens: reasoning ?? 0 },
  }
}
