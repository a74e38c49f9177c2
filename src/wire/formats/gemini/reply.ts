import type { JsonObject, Usage } from '../../../model/index.ts'
import { readArgs } from '../../call-args.ts'
import { countOf, objectOf, textOf, without, wordOf, type Loose } from '../../loose-json.ts'
import type { Refusal, ReplyPlan } from '../../reply-plan.ts'
import { decodedReply, usageOf, type DecodedCall, type DecodedReply, type DecodedText } from '../../reply.ts'
import { createCallNamer } from './names.ts'
import { callOf, candidatesOf, isText, QUOTING_KEYS, type KeyedCandidate } from './parts.ts'

/** Places: `0:1` is the second part of candidate 0. */
export function decodeReply(body: JsonObject): DecodedReply {
  const candidates = candidatesOf(body['candidates'])
  return decodedReply({
    responseId: wordOf(body['responseId']),
    model: wordOf(body['modelVersion']),
    usage: decodeUsage(body['usageMetadata']),
    stopReason:
      wordOf(candidates[0]?.candidate['finishReason']) ??
      wordOf(objectOf(body['promptFeedback'])?.['blockReason']),
    texts: candidates.flatMap(decodeTexts),
    calls: candidates.flatMap(decodeCalls),
  })
}

function decodeTexts({ key, parts }: KeyedCandidate): readonly DecodedText[] {
  return parts.flatMap((part, at) => {
    const text = textOf(part['text']) ?? ''
    return isText(part) && text !== ''
      ? [{ place: `${key}:${at}`, choice: key, kind: 'text', text } as const]
      : []
  })
}

function decodeCalls({ key, parts }: KeyedCandidate): readonly DecodedCall[] {
  const nameCall = createCallNamer()
  return parts.flatMap((part, at) => {
    const place = `${key}:${at}`
    const call = callOf(part)
    if (call !== undefined)
      return [{ place, choice: key, ...nameCall(call), hosted: false, native: 'functionCall' }]
    return hostedCall(part, place, key)
  })
}

/** Code and searches that the provider has already run. */
function hostedCall(part: JsonObject, place: string, choice: number): readonly DecodedCall[] {
  const code = objectOf(part['executableCode'])
  const call = objectOf(part['toolCall'])
  const rest = { place, choice, hosted: true } as const
  if (code !== undefined)
    return [
      {
        ...rest,
        callId: wordOf(code['id']) ?? place,
        tool: 'code_execution',
        args: without(code, 'id'),
        native: 'executableCode',
      },
    ]
  if (call === undefined) return []
  const tool = (wordOf(call['toolType']) ?? wordOf(call['name']) ?? 'tool').toLowerCase()
  return [
    { ...rest, callId: wordOf(call['id']) ?? place, tool, ...readArgs(call['args']), native: 'toolCall' },
  ]
}

/** Thoughts come on top of the candidates' tokens, the tokens of hosted tools on top of the prompt's. */
function decodeUsage(value: Loose): Usage | undefined {
  const usage = objectOf(value)
  const input = countOf(usage?.['promptTokenCount'])
  const output = countOf(usage?.['candidatesTokenCount'])
  const reasoning = countOf(usage?.['thoughtsTokenCount'])
  if (usage === undefined || (input === undefined && output === undefined && reasoning === undefined))
    return undefined
  const prompt = (input ?? 0) + (countOf(usage['toolUsePromptTokenCount']) ?? 0)
  const cacheRead = countOf(usage['cachedContentTokenCount'])
  return usageOf(prompt, (output ?? 0) + (reasoning ?? 0), { cacheRead, reasoning })
}

export function rewriteReply(body: JsonObject, plan: ReplyPlan): JsonObject {
  const { refusal } = plan
  const candidates = candidatesOf(body['candidates'])
  if (refusal === undefined)
    return { ...body, candidates: candidates.map((keyed) => rewriteCandidate(keyed, plan)) }
  const refused = candidates.length > 0 ? candidates : candidatesOf([{ index: 0 }])
  return { ...body, candidates: refused.map(({ candidate }) => refusedCandidate(candidate, refusal)) }
}

export function refusedCandidate(candidate: JsonObject, refusal: Refusal): JsonObject {
  return {
    ...without(candidate, ...QUOTING_KEYS),
    content: { role: 'model', parts: [{ text: refusal.message }] },
    finishReason: refusedFinish(refusal),
  }
}

function refusedFinish({ style }: Refusal): string {
  return style === 'refusal' ? 'PROHIBITED_CONTENT' : 'STOP'
}

function rewriteCandidate({ key, candidate, parts }: KeyedCandidate, plan: ReplyPlan): JsonObject {
  let hasText = false
  const rewritten = parts.map((part, at) => {
    const result = rewritePart(part, `${key}:${at}`, plan, hasText)
    hasText ||= isText(result) && result['text'] !== ''
    return result
  })
  if (rewritten.every((part, at) => part === parts[at])) return candidate
  const isReworded = parts.some((_, at) => plan.texts.has(`${key}:${at}`))
  const bare = isReworded ? without(candidate, ...QUOTING_KEYS) : candidate
  const callsLeft = rewritten.some((part) => callOf(part) !== undefined)
  const content = { ...objectOf(candidate['content']), parts: rewritten }
  return { ...bare, content, ...finishAfter(candidate, callsLeft, key, plan) }
}

/** The client sees texts run together, so a denial behind a text starts on lines of its own. */
export function rewritePart(part: JsonObject, place: string, plan: ReplyPlan, hasText: boolean): JsonObject {
  const change = plan.calls.get(place)
  const text = plan.texts.get(place)
  if (change?.kind === 'deny') return { text: hasText ? `\n\n${change.message}` : change.message }
  if (change?.kind === 'args') {
    const call = without(callOf(part) ?? {}, 'partialArgs', 'willContinue')
    return { ...part, functionCall: { ...call, args: change.args } }
  }
  return text === undefined ? part : { ...part, text }
}

/** There is no reason that means "tool call", so only a typed denial changes how a candidate ends. */
export function finishAfter(
  candidate: JsonObject,
  callsLeft: boolean,
  key: number,
  { calls }: ReplyPlan,
): JsonObject {
  const typed = [...calls].some(
    ([place, change]) => place.startsWith(`${key}:`) && change.kind === 'deny' && change.style === 'refusal',
  )
  return typed && !callsLeft && candidate['finishReason'] === 'STOP'
    ? { finishReason: 'PROHIBITED_CONTENT' }
    : {}
}
