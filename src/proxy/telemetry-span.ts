import { createHash, randomBytes } from 'node:crypto'
import type { EventOf, SessionRecord } from '../model/index.ts'

export type AttributeValue = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, AttributeValue>>

export interface SpanEvent {
  readonly name: string
  readonly atMs: number
  readonly attributes: Attributes
}

/** One call of a model, with what was decided about it. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly events: SpanEvent[]
  readonly isError: boolean
}

/** As the conventions call providers. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' }

export interface TraceContext {
  readonly traceId: string
  readonly parentSpanId: string
}

export function readTraceparent(header: string): TraceContext | undefined {
  const [, traceId, parentSpanId] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/u.exec(header) ?? []
  return traceId === undefined || parentSpanId === undefined ? undefined : { traceId, parentSpanId }
}

/** Without a trace of the sender, a session is one trace. */
function ownTrace(sessionId: string): Pick<TraceContext, 'traceId'> {
  return { traceId: createHash('sha256').update(sessionId).digest('hex').slice(0, 32) }
}

/** The span of a model call, when its reply is there. Texts of people and models are never part of it. */
export function spanOf(
  request: EventOf<'model-request'> | undefined,
  record: SessionRecord,
  event: EventOf<'model-response'>,
  context: TraceContext | undefined,
): Span {
  const model = request?.model ?? event.model ?? 'unknown'
  const provider = event.provider ?? request?.provider ?? 'unknown'
  const operation = provider === 'gemini' ? 'generate_content' : 'chat'
  const isError = event.stopReason !== undefined && /^(?:http-|unreachable|cut)/u.test(event.stopReason)
  return {
    ...(context ?? ownTrace(event.sessionId)),
    spanId: randomBytes(8).toString('hex'),
    name: `${operation} ${model}`,
    startMs: request?.atMs ?? event.atMs - (event.latencyMs ?? 0),
    endMs: event.atMs,
    isError,
    events: [],
    attributes: known({
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': PROVIDER_NAMES[provider] ?? provider,
      'gen_ai.conversation.id': event.sessionId,
      'gen_ai.request.model': model,
      'gen_ai.request.max_tokens': request?.maxOutputTokens,
      'gen_ai.request.stream': event.streamed,
      'gen_ai.response.model': event.model,
      'gen_ai.response.finish_reasons': event.stopReason === undefined ? undefined : [event.stopReason],
      'gen_ai.usage.input_tokens': event.usage?.input,
      'gen_ai.usage.output_tokens': event.usage?.output,
      'gen_ai.usage.cache_read.input_tokens': event.usage?.cacheRead,
      'gen_ai.usage.cache_write.input_tokens': event.usage?.cacheWrite,
      'gen_ai.usage.reasoning.output_tokens': event.usage?.reasoning,
      'error.type': isError ? event.stopReason : undefined,
      'holdfast.contract.id': record.contract.name,
      'holdfast.contract.hash': record.contract.hash,
      'holdfast.cost_usd': event.costUsd,
    }),
  }
}

/** What was decided, and what was done about it: in shadow the two differ. */
export function decisionEvents({ event, decision, effect, contract }: SessionRecord): readonly SpanEvent[] {
  const about = known({
    'holdfast.point': event.kind,
    'holdfast.decision': decision.verdict,
    'holdfast.enforced': effect.kind,
    'holdfast.contract.id': contract.name,
    'gen_ai.tool.name': event.kind === 'tool-call' ? event.tool : undefined,
    'gen_ai.tool.call.id': event.kind === 'tool-call' ? event.callId : undefined,
  })
  return decision.findings.map(({ clauseId, operator, code, verdict, severity }) => ({
    name: 'gen_ai.evaluation.result',
    atMs: event.atMs,
    attributes: {
      ...about,
      'gen_ai.evaluation.name': clauseId,
      'gen_ai.evaluation.score.label': 'fail',
      'holdfast.clause.id': clauseId,
      'holdfast.operator': operator,
      'holdfast.code': code,
      'holdfast.verdict': verdict,
      'holdfast.severity': severity,
    },
  }))
}

function known(attributes: Readonly<Record<string, AttributeValue | undefined>>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, AttributeValue] => entry[1] !== undefined),
  )
}
