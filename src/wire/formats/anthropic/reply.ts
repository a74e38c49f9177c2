import type { JsonObject, JsonValue, Usage } from '../../../model/index.ts'
import { readArgs } from '../../call-args.ts'
import { countOf, listOf, objectOf, textOf, wordOf, type Loose } from '../../loose-json.ts'
import type { Refusal, ReplyPlan } from '../../reply-plan.ts'
import { decodedReply, usageOf, type DecodedCall, type DecodedReply, type DecodedText } from '../../reply.ts'
import { callRunner, isText } from './blocks.ts'

/** Blocks are named by their position in the content. */
export function decodeReply(body: JsonObject): DecodedReply {
  const blocks = listOf(body['content']).map((value) => objectOf(value) ?? {})
  return decodedReply({
    responseId: wordOf(body['id']),
    model: wordOf(body['model']),
    usage: decodeUsage(body['usage']),
    stopReason: wordOf(body['stop_reason']),
    texts: blocks.map(decodeText).filter((text) => text !== undefined),
    calls: blocks.map(decodeCall).filter((call) => call !== undefined),
  })
}

function decodeText(block: JsonObject, position: number): DecodedText | undefined {
  const text = textOf(block['text'])
  return isText(block) && text !== undefined
    ? { place: String(position), choice: 0, kind: 'text', text }
    : undefined
}

function decodeCall(block: JsonObject, position: number): DecodedCall | undefined {
  const runner = callRunner(block)
  if (runner === undefined) return undefined
  return {
    place: String(position),
    choice: 0,
    callId: wordOf(block['id']) ?? '',
    tool: wordOf(block['name']) ?? '',
    hosted: runner === 'provider',
    native: wordOf(block['type']) ?? '',
    ...readArgs(block['input']),
  }
}

/** The three input counts do not overlap: what is billed as input is their sum. */
function decodeUsage(value: Loose): Usage | undefined {
  const usage = objectOf(value)
  const input = countOf(usage?.['input_tokens'])
  const output = countOf(usage?.['output_tokens'])
  if (usage === undefined || (input === undefined && output === undefined)) return undefined
  const cacheRead = countOf(usage['cache_read_input_tokens'])
  const cacheWrite = countOf(usage['cache_creation_input_tokens'])
  return usageOf((input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0), output ?? 0, {
    cacheRead,
    cacheWrite,
    reasoning: countOf(objectOf(usage['output_tokens_details'])?.['thinking_tokens']),
  })
}

export function rewriteReply(body: JsonObject, plan: ReplyPlan): JsonObject {
  if (plan.refusal !== undefined)
    return { ...body, content: [{ type: 'text', text: plan.refusal.message }], ...refusalStop(plan.refusal) }
  const content = listOf(body['content']).map((value, position) =>
    rewriteBlock(value, String(position), plan),
  )
  return { ...body, content, ...stopAfter(body, content, plan) }
}

/** A new text takes its citations with it, because they quote the old one. */
function rewriteBlock(value: JsonValue, place: string, plan: ReplyPlan): JsonValue {
  const block = objectOf(value)
  const change = plan.calls.get(place)
  const text = plan.texts.get(place)
  if (change?.kind === 'deny') return { type: 'text', text: change.message }
  if (block !== undefined && change?.kind === 'args') return { ...block, input: change.args }
  if (block !== undefined && text !== undefined)
    return { ...block, text, ...(block['citations'] !== undefined && { citations: null }) }
  return value
}

/** `tool_use` is only true as long as a call is left; every other reason still holds. */
function stopAfter(body: JsonObject, content: readonly JsonValue[], plan: ReplyPlan): JsonObject {
  const callsLeft = content.some((value) => callRunner(objectOf(value) ?? {}) === 'client')
  return body['stop_reason'] === 'tool_use' && !callsLeft ? stopWithoutCalls(plan) : {}
}

export function stopWithoutCalls({ calls }: ReplyPlan): JsonObject {
  const denials = [...calls.values()].flatMap((change) => (change.kind === 'deny' ? [change] : []))
  const typed = denials.find(({ style }) => style === 'refusal')
  return typed === undefined ? { stop_reason: 'end_turn' } : refusalStop(typed)
}

export function refusalStop({ message, style }: Refusal): JsonObject {
  if (style === 'message') return { stop_reason: 'end_turn', stop_sequence: null }
  const stop_details = { type: 'refusal', category: null, explanation: message }
  return { stop_reason: 'refusal', stop_sequence: null, stop_details }
}
