import type { JsonObject, JsonValue, Usage } from '../../../model/index.ts'
import { countOf, listOf, objectOf, textOf, typeOf, wordOf, type Loose } from '../../loose-json.ts'
import type { CallChange, ReplyPlan } from '../../reply-plan.ts'
import { decodedReply, usageOf, type DecodedCall, type DecodedReply, type DecodedText } from '../../reply.ts'
import { callRunner, decodeCall, withArgs } from './items.ts'
import { messageItem, replacementId, wordsPart } from './messages.ts'

/** Places: `1` is the second item, `1:0` the first part of its content. */
export function decodeReply(body: JsonObject): DecodedReply {
  const items = listOf(body['output']).map((value) => objectOf(value) ?? {})
  return decodedReply({
    responseId: wordOf(body['id']),
    model: wordOf(body['model']),
    usage: decodeUsage(body['usage']),
    stopReason: wordOf(objectOf(body['incomplete_details'])?.['reason']) ?? wordOf(body['status']),
    texts: items.flatMap((item, position) => decodeTexts(item, position)),
    calls: items.flatMap((item, position) => decodeItemCall(item, String(position))),
  })
}

function decodeTexts(item: JsonObject, position: number): readonly DecodedText[] {
  if (typeOf(item) !== 'message') return []
  return listOf(item['content'])
    .map((value, at) => ({ place: `${position}:${at}`, choice: 0, ...partText(objectOf(value) ?? {}) }))
    .filter(({ text }) => text !== '')
}

export function partText(part: JsonObject): Pick<DecodedText, 'kind' | 'text'> {
  return typeOf(part) === 'refusal'
    ? { kind: 'refusal', text: textOf(part['refusal']) ?? '' }
    : { kind: 'text', text: textOf(part['text']) ?? '' }
}

function decodeItemCall(item: JsonObject, place: string): readonly DecodedCall[] {
  const runner = callRunner(item)
  return runner === undefined
    ? []
    : [{ place, choice: 0, ...decodeCall(item), hosted: runner === 'provider' }]
}

/** Cached tokens are inside the input's, reasoning inside the output's. */
function decodeUsage(value: Loose): Usage | undefined {
  const usage = objectOf(value)
  const input = countOf(usage?.['input_tokens'])
  const output = countOf(usage?.['output_tokens'])
  if (usage === undefined || (input === undefined && output === undefined)) return undefined
  const details = objectOf(usage['input_tokens_details'])
  return usageOf(input ?? 0, output ?? 0, {
    cacheRead: countOf(details?.['cached_tokens']),
    cacheWrite: countOf(details?.['cache_write_tokens']),
    reasoning: countOf(objectOf(usage['output_tokens_details'])?.['reasoning_tokens']),
  })
}

export function rewriteReply(body: JsonObject, plan: ReplyPlan): JsonObject {
  const { refusal } = plan
  if (refusal === undefined) {
    const textAt = (place: string): string | undefined => plan.texts.get(place)
    const output = listOf(body['output']).map((item, at) => rewriteItem(item, String(at), plan.calls, textAt))
    return { ...body, output }
  }
  const item = messageItem(replacementId(wordOf(body['id']) ?? ''), [wordsPart(refusal)])
  return { ...body, status: 'completed', incomplete_details: null, error: null, output: [item] }
}

export function rewriteItem(
  value: JsonValue,
  place: string,
  calls: ReadonlyMap<string, CallChange>,
  textAt: (place: string) => string | undefined,
): JsonValue {
  const item = objectOf(value)
  if (item === undefined) return value
  const change = calls.get(place)
  if (change?.kind === 'deny') return denialItem(item, change)
  if (change?.kind === 'args') return withArgs(item, change.args)
  const content = listOf(item['content'])
  const parts = content.map((part, at) => rewritePart(part, textAt(`${place}:${at}`)))
  return typeOf(item) === 'message' && parts.some((part, at) => part !== content[at])
    ? { ...item, content: parts }
    : value
}

export function denialItem(item: JsonObject, denial: Extract<CallChange, { kind: 'deny' }>): JsonObject {
  return messageItem(replacementId(decodeCall(item).callId), [wordsPart(denial)])
}

/** A new text takes its tokens with it, because they spell the old one. */
export function rewritePart(value: JsonValue, text: string | undefined): JsonValue {
  const part = objectOf(value)
  if (part === undefined || text === undefined) return value
  if (typeOf(part) === 'refusal') return { ...part, refusal: text }
  return { ...part, text, ...(part['logprobs'] !== undefined && { logprobs: [] }) }
}
