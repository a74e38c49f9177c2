import { priceOf } from '../prices/index.ts'
import type { EventInput } from '../guard/index.ts'
import type { ModelResponse, TokenCount, Usage } from '../model/index.ts'
import { countTokens } from '../tokens/index.ts'
import type { DecodedCall, DecodedReply, DenyStyle, ReplyEdit } from '../wire/reply.ts'
import type { WithheldCall } from '../wire/request.ts'
import { isStopped, refusalOf, type Refusal } from './refusals.ts'
import { textEdits } from './reply-text.ts'
import type { ExchangeToJudge } from './in-force.ts'

/** How the reply came. */
export interface Arrival {
  readonly tokens: TokenCount
  readonly latencyMs: number
  readonly streamed: boolean
}

export interface ReplyJudgement {
  readonly edits: readonly ReplyEdit[]
  /** The first thing that was denied; what the client is told when denials are refusals. */
  readonly denial?: Refusal
  readonly turnEnded: boolean
}

/** A reply in canonical order: the reply itself, its calls, and the end of the turn when nothing is left to run. */
export function judgeReply(context: ExchangeToJudge, reply: DecodedReply, arrival: Arrival): ReplyJudgement {
  const { inForce, session, client } = context
  // only where a later request may name this reply instead of telling it again
  if (reply.responseId !== undefined && context.format.requestEditor.answerWithheld !== undefined)
    inForce.rememberReply(client, reply.responseId, session.id)
  const judged = inForce.judge(session, modelResponse(context, reply, arrival))
  if (isStopped(judged)) {
    const denial = refusalOf('The reply', inForce.contractName, judged)
    return {
      edits: [{ kind: 'refuse', message: denial.message }],
      denial,
      turnEnded: endTurn(context, reply, []).ended,
    }
  }
  const texts = judged.effect.kind === 'rewrite' ? textEdits(reply, judged.effect.rewrites) : []
  const calls = reply.calls.map((call, index) => judgeCall(context, call, index))
  const edits =
    calls.length === 0
      ? texts
      : [...texts, ...calls.flatMap(({ edit }) => (edit === undefined ? [] : [edit]))]
  const denial = calls.find((call) => call.denial !== undefined)?.denial
  rememberWithheld(context, reply, calls)
  const end = endTurn(context, reply, calls)
  if (end.denial !== undefined)
    return {
      edits: [...edits, { kind: 'refuse', message: end.denial.message }],
      denial: denial ?? end.denial,
      turnEnded: end.ended,
    }
  return denial === undefined ? { edits, turnEnded: end.ended } : { edits, turnEnded: end.ended, denial }
}

interface JudgedCall {
  readonly call: DecodedCall
  readonly edit?: ReplyEdit
  readonly denial?: Refusal
}

function judgeCall(
  { inForce, session, requestId, decoded }: ExchangeToJudge,
  call: DecodedCall,
  index: number,
): JudgedCall {
  const style: DenyStyle = decoded.structuredOutput ? 'refusal' : 'message'
  const { tool, hosted, malformedArgs } = call
  const judged = inForce.judge(session, {
    kind: 'tool-call',
    sessionId: session.id,
    surface: inForce.surface,
    callId: call.callId === '' ? `${requestId}.${index}` : call.callId,
    tool,
    args: malformedArgs === undefined ? call.args : { malformed: malformedArgs },
    ...(hosted ? { hosted } : {}),
  })
  const denied = (denial: Refusal): JudgedCall => ({
    call,
    denial,
    edit: { kind: 'deny-call', call: index, message: denial.message, style },
  })
  if (isStopped(judged)) return denied(refusalOf(`The call of \`${tool}\``, inForce.contractName, judged))
  if (malformedArgs !== undefined && inForce.mode === 'enforce') {
    // nobody can say what such a call would do, so it never leaves; the mark keeps that on record
    inForce.fold(session, {
      kind: 'mark',
      sessionId: session.id,
      surface: inForce.surface,
      marker: `holdfast:malformed-call:${call.callId}`,
    })
    return denied({
      message: `[Holdfast] The call of \`${tool}\` was blocked: its arguments are not a JSON object.`,
      clause: undefined,
      judged,
    })
  }
  if (judged.effect.kind === 'rewrite' && judged.event.kind === 'tool-call' && !hosted)
    return { call, edit: { kind: 'replace-args', call: index, args: judged.event.args } }
  return { call }
}

/** The provider remembers a call that its client never saw; the next request must answer for it. */
function rememberWithheld(
  { session, format }: ExchangeToJudge,
  { responseId }: DecodedReply,
  calls: readonly JudgedCall[],
): void {
  if (responseId === undefined || format.requestEditor.answerWithheld === undefined) return
  const withheld: readonly WithheldCall[] = calls
    .filter(({ denial, call }) => denial !== undefined && !call.hosted)
    .map(({ call: { callId, native } }) => ({ callId, native }))
  if (withheld.length > 0) session.withhold(responseId, withheld)
}

/** A turn ends with a reply that leaves the client nothing to run, unless others of its requests are under way. */
function endTurn(
  { inForce, session }: ExchangeToJudge,
  reply: DecodedReply,
  calls: readonly JudgedCall[],
): { readonly ended: boolean; readonly denial?: Refusal } {
  const isOver = reply.ending === 'complete' || reply.ending === 'blocked'
  const goesOn = calls.some(({ call, denial }) => !call.hosted && denial === undefined)
  if (!isOver || goesOn || reply.stopReason === 'pause_turn' || !session.turnOpen || session.inFlight > 1)
    return { ended: false }
  const judged = inForce.judge(session, { kind: 'turn-end', sessionId: session.id, surface: inForce.surface })
  return isStopped(judged)
    ? { ended: true, denial: refusalOf('The answer', inForce.contractName, judged) }
    : { ended: true }
}

type ModelResponseInput = { -readonly [Key in keyof ModelResponse]: ModelResponse[Key] }

/** Built step by step, because every reply passes here. */
function modelResponse(context: ExchangeToJudge, reply: DecodedReply, arrival: Arrival): EventInput {
  const { inForce, session, requestId, format } = context
  const event: Omit<ModelResponseInput, 'seq' | 'atMs'> = {
    kind: 'model-response',
    sessionId: session.id,
    surface: inForce.surface,
    text: reply.text,
    provider: format.provider,
    requestId,
    latencyMs: arrival.latencyMs,
  }
  const model = modelOf(context, reply)
  if (model !== undefined) event.model = model
  const usage = usageOf(context, reply, arrival)
  if (usage !== undefined) event.usage = usage
  if (reply.costUsd !== undefined) event.costUsd = reply.costUsd
  if (reply.stopReason !== undefined) event.stopReason = reply.stopReason
  if (arrival.streamed) event.streamed = true
  return event
}

/** The name that has a price; a deployment's or a gateway's own name has none. */
function modelOf({ decoded, format }: ExchangeToJudge, { model }: DecodedReply): string | undefined {
  if (model === undefined || decoded.model === undefined || model === decoded.model)
    return model ?? decoded.model
  return priceOf(format.provider, model) === undefined ? decoded.model : model
}

/**
 * A whole reply without usage stays without: what it cost is not known. One that broke off has been paid for in part,
 * and an estimate of that part is nearer to the truth than nothing.
 */
function usageOf(
  { inForce, decoded }: ExchangeToJudge,
  reply: DecodedReply,
  { tokens }: Arrival,
): Usage | undefined {
  const { usage, ending, text } = reply
  const isUnmetered = inForce.mode === 'shadow' && decoded.stream && !decoded.usageRequested
  if (ending === 'complete' && !(usage === undefined && isUnmetered)) return usage
  return {
    ...usage,
    input: Math.max(usage?.input ?? 0, usage === undefined ? tokens.input : 0),
    output: Math.max(usage?.output ?? 0, countTokens(text)),
  }
}
