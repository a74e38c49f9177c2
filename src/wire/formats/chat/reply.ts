import type { JsonObject, Usage } from '../../../model/index.ts'
import {
  countOf,
  indexOf,
  listOf,
  objectOf,
  objectsOf,
  textOf,
  wordOf,
  type Loose,
} from '../../loose-json.ts'
import { decodedReply, usageOf, type DecodedCall, type DecodedReply, type DecodedText } from '../../reply.ts'
import { decodeCall, decodeFunctionCall } from './calls.ts'

/** Places: `0` is the text of choice 0, `0:1` a part of it, `0:refusal` its refusal, `0/1` its second call. */
export function decodeReply(body: JsonObject): DecodedReply {
  const choices = choicesOf(body['choices'])
  const usage = objectOf(body['usage'])
  return decodedReply({
    responseId: wordOf(body['id']),
    model: wordOf(body['model']),
    usage: decodeUsage(usage),
    costUsd: decodeCost(usage),
    stopReason: wordOf(choices[0]?.choice['finish_reason']),
    texts: choices.flatMap(({ key, message }) => decodeTexts(key, message)),
    calls: choices.flatMap(({ key, message }) => decodeCalls(key, message)),
  })
}

export interface KeyedChoice {
  /** Its index, or its position where indexes are missing or repeated. */
  readonly key: number
  readonly choice: JsonObject
  readonly message: JsonObject
}

export function choicesOf(value: Loose): readonly KeyedChoice[] {
  const choices = listOf(value).map((choice) => objectOf(choice) ?? {})
  const indexes = choices.map(({ index }) => indexOf(index))
  const telling = new Set(indexes).size === choices.length && !indexes.includes(undefined)
  return choices.map((choice, position) => ({
    key: telling ? (indexes[position] ?? position) : position,
    choice,
    message: objectOf(choice['message']) ?? {},
  }))
}

function decodeTexts(choice: number, { content, refusal }: JsonObject): readonly DecodedText[] {
  const whole = textOf(content)
  const texts: DecodedText[] =
    whole !== undefined
      ? [{ place: String(choice), choice, kind: 'text', text: whole }]
      : listOf(content).map((part, position) => ({
          place: `${choice}:${position}`,
          choice,
          kind: 'text',
          text: textOf(objectOf(part)?.['text']) ?? '',
        }))
  const refused = {
    place: `${choice}:refusal`,
    choice,
    kind: 'refusal',
    text: textOf(refusal) ?? '',
  } as const
  return [...texts, refused].filter(({ text }) => text !== '')
}

function decodeCalls(choice: number, message: JsonObject): readonly DecodedCall[] {
  const legacy = objectOf(message['function_call'])
  const named = [
    ...objectsOf(message['tool_calls']).map((call, position) => ({
      place: `${choice}/${position}`,
      ...decodeCall(call),
    })),
    ...(legacy ? [{ place: `${choice}/function`, ...decodeFunctionCall(legacy) }] : []),
  ]
  return named.map((call) => ({ choice, hosted: false, ...call }))
}

/** Cached tokens are inside the prompt's, reasoning inside the completion's. */
function decodeUsage(usage: JsonObject | undefined): Usage | undefined {
  const input = countOf(usage?.['prompt_tokens'])
  const output = countOf(usage?.['completion_tokens'])
  if (usage === undefined || (input === undefined && output === undefined)) return undefined
  const prompt = objectOf(usage['prompt_tokens_details'])
  return usageOf(input ?? 0, output ?? 0, {
    cacheRead: countOf(prompt?.['cached_tokens']),
    cacheWrite: countOf(prompt?.['cache_write_tokens']),
    reasoning: countOf(objectOf(usage['completion_tokens_details'])?.['reasoning_tokens']),
  })
}

/** With a key of one's own the router's fee comes on top of what the provider takes. */
function decodeCost(usage: JsonObject | undefined): number | undefined {
  const cost = countOf(usage?.['cost'])
  if (cost === undefined || usage?.['is_byok'] !== true) return cost
  return cost + (countOf(objectOf(usage['cost_details'])?.['upstream_inference_cost']) ?? 0)
}
