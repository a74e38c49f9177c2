import type { EventOf, SessionRecord } from '../model/index.ts'
import { reasonOf } from './log.ts'
import { meters } from './telemetry-meters.ts'
import {
  decisionEvents,
  readTraceparent,
  spanOf,
  type Attributes,
  type AttributeValue,
  type Span,
  type TraceContext,
} from './telemetry-span.ts'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

const SEND_EVERY_MS = 2000
/** Decisions about a reply follow within moments; the span waits that long for them. */
const SETTLE_MS = 500
const MOST_WAITING = 4096
const TIMEOUT_MS = 5000

/** Spans and measurements over OTLP as JSON. Never in the way: what cannot be sent is dropped and counted. */
export function otlpTelemetry(options: TelemetryOptions): Telemetry {
  const { endpoint, headers, serviceName, version, log } = options
  const requests = new Map<string, EventOf<'model-request'>>()
  const contexts = new Map<string, TraceContext>()
  const newest = new Map<string, Span>()
  const measured = meters()
  let waiting: Span[] = []
  let dropped = 0
  let hasFailed = false
  const resource = {
    attributes: attributeList({ 'service.name': serviceName, 'service.version': version }),
  }
  const scope = { name: 'holdfast', version }

  function note(record: SessionRecord): void {
    const { event } = record
    if (record.folded === true) return
    measured.add(record)
    if (event.kind === 'model-request' && event.requestId !== undefined) {
      // what is refused gets no reply; a bound is enough to keep such ones from adding up
      if (requests.size >= MOST_WAITING) requests.clear()
      requests.set(event.requestId, event)
    }
    if (event.kind === 'model-response') {
      const id = event.requestId ?? ''
      const span = spanOf(requests.get(id), record, event, contexts.get(id))
      requests.delete(id)
      contexts.delete(id)
      newest.set(event.sessionId, span)
      if (waiting.length < MOST_WAITING) waiting.push(span)
      else dropped += 1
    }
    newest.get(event.sessionId)?.events.push(...decisionEvents(record))
  }

  async function post(path: string, body: object): Promise<void> {
    const reply = await fetch(`${endpoint}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`the collector answered with status ${reply.status}`)
  }

  async function send(isLast: boolean): Promise<void> {
    const before = Date.now() - SETTLE_MS
    const ready = isLast ? waiting : waiting.filter(({ endMs }) => endMs <= before)
    waiting = isLast ? [] : waiting.filter(({ endMs }) => endMs > before)
    for (const [sessionId, span] of newest) if (isLast || span.endMs <= before) newest.delete(sessionId)
    if (ready.length === 0) return
    try {
      await post('/v1/traces', {
        resourceSpans: [{ resource, scopeSpans: [{ scope, spans: ready.map(encodedSpan) }] }],
      })
      await post('/v1/metrics', {
        resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: measured.encoded(attributeList) }] }],
      })
      hasFailed = false
    } catch (error) {
      dropped += ready.length
      // once, until it works again: a collector that is down must not fill the log
      if (!hasFailed)
        log({
          level: 'warn',
          code: 'telemetry-failed',
          message: `${dropped} spans are lost: ${reasonOf(error)}`,
        })
      hasFailed = true
    }
  }

  const timer = setInterval(() => void send(false), SEND_EVERY_MS)
  timer.unref()

  return {
    begin(requestId, traceparent) {
      const context = readTraceparent(traceparent)
      if (contexts.size >= MOST_WAITING) contexts.clear()
      if (context !== undefined) contexts.set(requestId, context)
    },
    record: note,
    async close() {
      clearInterval(timer)
      await send(true)
    },
  }
}

function encodedSpan(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: 3, // a client's call
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributeList(span.attributes),
    events: span.events.map(({ name, atMs, attributes }) => ({
      name,
      timeUnixNano: nanoseconds(atMs),
      attributes: attributeList(attributes),
    })),
    status: span.isError ? { code: 2 } : {},
  }
}

/** Numbers of this size travel as text. */
export function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`
}

function attributeList(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodedValue(value) }))
}

function encodedValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map((item) => ({ stringValue: item })) } }
}
