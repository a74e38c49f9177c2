import { groupBy } from '../../kit/group-by.ts'
import type { JsonValue } from '../../model/index.ts'
import type { RecordedResponse, ReplaySession } from '../replay-session.ts'
import { asObject, nameOf, replayOf, roleOf, unfolded, type Said } from './conversation.ts'

interface Span {
  readonly traceId: string
  readonly startNano: bigint
  readonly endNano: bigint
  readonly attributes: Readonly<Record<string, unknown>>
  readonly failed: boolean
}

/** Traces with the GenAI conventions, as the collector writes them (OTLP JSON); one session a trace. */
export function replaysOfOtel(value: unknown): readonly ReplaySession[] {
  const traces = groupBy(spansOf(value), ({ traceId }) => traceId)
  return [...traces].flatMap(([traceId, spans]) => replayOfTrace(traceId, spans) ?? [])
}

export function looksLikeOtel(value: unknown): boolean {
  return Array.isArray(asObject(value)?.['resourceSpans'])
}

function replayOfTrace(traceId: string, spans: readonly Span[]): ReplaySession | undefined {
  const inOrder = spans.toSorted((left, right) => (left.startNano < right.startNano ? -1 : 1))
  const last = inOrder.findLast(({ attributes }) => attributes['gen_ai.input.messages'] !== undefined)
  const tools = inOrder.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'execute_tool')
  const error = inOrder.find(({ failed }) => failed)?.attributes['error.type']
  return replayOf({
    id: traceId,
    source: 'otel',
    ...(inOrder[0] === undefined ? {} : { capturedAt: momentOf(inOrder[0].startNano) }),
    said: [...systemOf(last), ...saidIn(last?.attributes['gen_ai.input.messages'])],
    toolResponses: tools.map(responseOf),
    ...(typeof error === 'string' ? { failure: error } : {}),
  })
}

function systemOf(span: Span | undefined): readonly Said[] {
  const parts = unfolded(span?.attributes['gen_ai.system_instructions'])
  const content = typeof parts === 'string' ? parts : partsText(parts)
  return content === '' ? [] : [{ role: 'system', content }]
}

function saidIn(messages: unknown): readonly Said[] {
  const list = unfolded(messages)
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    const message = asObject(entry)
    const role = roleOf(message?.['role'])
    const content = partsText(message?.['parts'] ?? message?.['content'])
    return role === undefined || content === '' ? [] : [{ role, content }]
  })
}

/** Parts are `{type: "text", content}`; some writers say `text`. */
function partsText(parts: unknown): string {
  if (typeof parts === 'string') return parts
  if (!Array.isArray(parts)) return ''
  return parts
    .flatMap((entry: unknown) => {
      const part = asObject(entry)
      const text = part?.['content'] ?? part?.['text']
      return typeof text === 'string' && (part?.['type'] ?? 'text') === 'text' ? [text] : []
    })
    .join('\n')
}

function responseOf({ attributes, startNano, endNano, failed }: Span): RecordedResponse {
  const result = unfolded(attributes['gen_ai.tool.call.result'] ?? attributes['error.type'])
  return {
    tool: nameOf(attributes['gen_ai.tool.name'], 'unknown'),
    ...(result === undefined ? {} : { response: result as JsonValue }),
    status: failed ? 500 : 200,
    latencyMs: Number((endNano - startNano) / 1_000_000n),
  }
}

function spansOf(value: unknown): readonly Span[] {
  const below = (holder: unknown, key: string): readonly unknown[] => {
    const list = asObject(holder)?.[key]
    return Array.isArray(list) ? list : []
  }
  return below(value, 'resourceSpans')
    .flatMap((resource) => below(resource, 'scopeSpans'))
    .flatMap((scope) => below(scope, 'spans'))
    .flatMap((entry) => {
      const span = asObject(entry)
      if (span === undefined) return []
      return [
        {
          traceId: nameOf(span['traceId'], ''),
          startNano: nanoOf(span['startTimeUnixNano']),
          endNano: nanoOf(span['endTimeUnixNano']),
          attributes: attributesOf(span['attributes']),
          // 2 is ERROR, also written as its name
          failed: [2, 'STATUS_CODE_ERROR'].includes(asObject(span['status'])?.['code'] as number | string),
        },
      ]
    })
}

function nanoOf(value: unknown): bigint {
  return /^\d+$/u.test(String(value)) ? BigInt(String(value)) : 0n
}

function momentOf(nano: bigint): string {
  return new Date(Number(nano / 1_000_000n)).toISOString()
}

function attributesOf(list: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(list)) return {}
  return Object.fromEntries(
    list.flatMap((entry: unknown) => {
      const { key, value } = (asObject(entry) ?? {}) as { key?: unknown; value?: unknown }
      return typeof key === 'string' ? [[key, plainOf(value)]] : []
    }),
  )
}

/** OTLP wraps every value in its type. */
function plainOf(value: unknown): unknown {
  const wrapped = asObject(value)
  if (wrapped === undefined) return value
  if ('arrayValue' in wrapped) {
    const values = asObject(wrapped['arrayValue'])?.['values']
    return Array.isArray(values) ? values.map(plainOf) : []
  }
  if ('kvlistValue' in wrapped) return attributesOf(asObject(wrapped['kvlistValue'])?.['values'])
  return wrapped['stringValue'] ?? wrapped['intValue'] ?? wrapped['doubleValue'] ?? wrapped['boolValue']
}
