import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { isList, objectOf, objectsOf, textOf, without } from '../../loose-json.ts'
import type { CallChange, Refusal, ReplyPlan } from '../../reply-plan.ts'
import { withArgs } from './calls.ts'
import { appended, withTexts } from './content.ts'
import { choicesOf, type KeyedChoice } from './reply.ts'

export function rewriteReply(body: JsonObject, plan: ReplyPlan): JsonObject {
  const { refusal } = plan
  const choices = choicesOf(body['choices'])
  if (refusal === undefined) return { ...body, choices: choices.map((keyed) => rewriteChoice(keyed, plan)) }
  const refused = choices.length > 0 ? choices : choicesOf([{ index: 0 }])
  return { ...body, choices: refused.map(({ choice }) => refusedChoice(choice, refusal)) }
}

function refusedChoice(choice: JsonObject, { message, style }: Refusal): JsonObject {
  const isTyped = style === 'refusal'
  const said = { role: 'assistant', content: isTyped ? null : message, refusal: isTyped ? message : null }
  return { ...choice, message: said, logprobs: null, finish_reason: 'stop' }
}

function rewriteChoice({ key, choice, message }: KeyedChoice, plan: ReplyPlan): JsonObject {
  const worded = rewriteTexts(key, message, plan)
  const { calls, denials } = sortCalls(key, message, plan)
  const isReworded = worded !== message
  const kept = denials.length === 0 && !touchesCalls(key, plan) ? worded : withCalls(worded, calls)
  return {
    ...choice,
    message: denials.reduce(withDenial, kept),
    ...(isReworded && { logprobs: null }),
    ...(denials.length > 0 && { finish_reason: finishAfter(choice['finish_reason'], calls.length > 0) }),
  }
}

export function touchesCalls(key: number, { calls }: ReplyPlan): boolean {
  return [...calls.keys()].some((place) => place.startsWith(`${key}/`))
}

export interface SortedCalls {
  /** What is left, with rewritten arguments; the old form is marked by its key. */
  readonly calls: readonly (readonly ['tool_calls' | 'function_call', JsonObject])[]
  readonly denials: readonly Refusal[]
}

export function sortCalls(key: number, message: JsonObject, plan: ReplyPlan): SortedCalls {
  const legacy = objectOf(message['function_call'])
  const all = [
    ...objectsOf(message['tool_calls']).map(
      (call, at) => ['tool_calls', call, plan.calls.get(`${key}/${at}`)] as const,
    ),
    ...(legacy ? [['function_call', legacy, plan.calls.get(`${key}/function`)] as const] : []),
  ]
  return {
    calls: all.flatMap(([kind, call, change]) =>
      change?.kind === 'deny' ? [] : [[kind, changed(kind, call, change)] as const],
    ),
    denials: all.flatMap(([, , change]) => (change?.kind === 'deny' ? [change] : [])),
  }
}

function changed(
  kind: 'tool_calls' | 'function_call',
  call: JsonObject,
  change: CallChange | undefined,
): JsonObject {
  if (change?.kind !== 'args') return call
  return kind === 'tool_calls'
    ? withArgs(call, change.args)
    : { ...call, arguments: JSON.stringify(change.args) }
}

function withCalls(message: JsonObject, calls: SortedCalls['calls']): JsonObject {
  const listed = calls.flatMap(([kind, call]) => (kind === 'tool_calls' ? [call] : []))
  const legacy = calls.find(([kind]) => kind === 'function_call')?.[1]
  return {
    ...without(message, 'tool_calls', 'function_call'),
    ...(listed.length > 0 && { tool_calls: listed }),
    ...(legacy && { function_call: legacy }),
  }
}

function withDenial(message: JsonObject, { message: words, style }: Refusal): JsonObject {
  if (style === 'refusal') return { ...message, refusal: appended(textOf(message['refusal']) ?? '', words) }
  const { content } = message
  if (isList(content)) return { ...message, content: [...content, { type: 'text', text: words }] }
  return { ...message, content: appended(textOf(content) ?? '', words) }
}

export function finishAfter(reason: JsonValue | undefined, callsLeft: boolean): JsonValue {
  return !callsLeft && (reason === 'tool_calls' || reason === 'function_call') ? 'stop' : (reason ?? null)
}

function rewriteTexts(key: number, message: JsonObject, { texts }: ReplyPlan): JsonObject {
  const { content } = message
  const refusal = texts.get(`${key}:refusal`)
  const whole = texts.get(String(key))
  const refused = refusal === undefined ? message : { ...message, refusal }
  if (whole !== undefined && typeof content === 'string') return { ...refused, content: whole }
  if (!isList(content) || !content.some((_, at) => texts.has(`${key}:${at}`))) return refused
  const words = content.map((part, at) => texts.get(`${key}:${at}`) ?? textOf(objectOf(part)?.['text']) ?? '')
  return { ...refused, content: withTexts(content, words) }
}
