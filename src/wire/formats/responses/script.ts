import type { JsonObject, Usage } from '../../../model/index.ts'
import { typeOf } from '../../loose-json.ts'
import {
  argsText,
  piecesOf,
  stopOf,
  type Chunking,
  type ScriptedCall,
  type ScriptedReply,
} from '../../scripted.ts'
import { sseText } from '../../sse.ts'
import { encodeUtf8 } from '../../utf8.ts'
import { messageEvents, openedResponse } from './events.ts'
import { messageItem, textPart } from './messages.ts'

export function encodeReply(reply: ScriptedReply): JsonObject {
  const items = scriptedItems(reply, {})
  const stop = stopOf(reply)
  const reason =
    stop === 'length' ? 'max_output_tokens' : stop === 'content-filter' ? 'content_filter' : undefined
  return {
    id: reply.id,
    object: 'response',
    created_at: reply.createdS ?? 0,
    status: reason === undefined ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: null,
    metadata: {},
    model: reply.model,
    output: items.map(({ item }) => item),
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    temperature: 1,
    top_p: 1,
    usage: encodeUsage(reply.usage),
  }
}

export function encodeStream(reply: ScriptedReply, chunking: Chunking = {}): readonly Uint8Array[] {
  const response = encodeReply(reply)
  const events = [
    { type: 'response.created', response: openedResponse(response) },
    { type: 'response.in_progress', response: openedResponse(response) },
    ...scriptedItems(reply, chunking).flatMap(({ events: itemEvents }) => itemEvents),
    { type: response['status'] === 'completed' ? 'response.completed' : 'response.incomplete', response },
  ]
  return events.map((event: JsonObject, sequence_number) =>
    encodeUtf8(sseText(JSON.stringify({ ...event, sequence_number }), typeOf(event))),
  )
}

interface ScriptedItem {
  readonly item: JsonObject
  readonly events: readonly JsonObject[]
}

function scriptedItems(reply: ScriptedReply, { textChars, argsChars }: Chunking): readonly ScriptedItem[] {
  const { id, text, refusal, thinking, toolCalls = [] } = reply
  const makers: ((index: number) => ScriptedItem)[] = []
  if (thinking !== undefined) makers.push((index) => reasoningItem(`rs_${id}`, thinking, index))
  for (const part of [...(text ? [textPart(text)] : []), ...(refusal ? [{ type: 'refusal', refusal }] : [])])
    makers.push((index) => {
      const item = messageItem(`msg_${id}_${index}`, [part])
      const words = 'text' in part ? text : refusal
      return { item, events: messageEvents(index, item, part, piecesOf(words ?? '', textChars)) }
    })
  for (const call of toolCalls) makers.push((index) => callItem(call, index, argsChars))
  return makers.map((make, index) => make(index))
}

function reasoningItem(id: string, thinking: string, output_index: number): ScriptedItem {
  const item = { id, type: 'reasoning', summary: [{ type: 'summary_text', text: thinking }] }
  const address = { item_id: id, output_index, summary_index: 0 }
  const events = [
    { type: 'response.output_item.added', output_index, item: { ...item, summary: [] } },
    { type: 'response.reasoning_summary_part.added', ...address, part: { type: 'summary_text', text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...address, delta: thinking },
    { type: 'response.reasoning_summary_text.done', ...address, text: thinking },
    {
      type: 'response.reasoning_summary_part.done',
      ...address,
      part: { type: 'summary_text', text: thinking },
    },
    { type: 'response.output_item.done', output_index, item },
  ]
  return { item, events }
}

function callItem(call: ScriptedCall, output_index: number, argsChars: number | undefined): ScriptedItem {
  const words = argsText(call)
  const item_id = `fc_${call.id}`
  const item = {
    id: item_id,
    type: 'function_call',
    status: 'completed',
    call_id: call.id,
    name: call.tool,
    arguments: words,
  }
  const events = [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', arguments: '' },
    },
    ...piecesOf(words, argsChars).map((delta) => ({
      type: 'response.function_call_arguments.delta',
      item_id,
      output_index,
      delta,
    })),
    {
      type: 'response.function_call_arguments.done',
      item_id,
      output_index,
      name: call.tool,
      arguments: words,
    },
    { type: 'response.output_item.done', output_index, item },
  ]
  return { item, events }
}

function encodeUsage(
  { input, output, cacheRead = 0, reasoning = 0 }: Usage = { input: 0, output: 0 },
): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}
