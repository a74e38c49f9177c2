import type { AgentEvent, Evidence, Finding, JsonValue, Redaction, Rewrite, Span } from '../model/index.ts'
import { redactedText } from './rewrite.ts'

interface Secret {
  readonly text: string
  readonly marker: string
}

/** Shorter pieces of a secret, left at the edge where evidence is cut, tell nothing. */
const LEAST_PIECE = 3

/** What one clause redacts must not stand in the findings of another. */
export function withoutRedacted(
  findings: readonly Finding[],
  event: AgentEvent,
  rewrites: readonly Rewrite[],
): readonly Finding[] {
  const secrets = rewrites.flatMap((rewrite) =>
    rewrite.kind === 'redact' ? secretsAt(judgedValue(event), rewrite.redactions) : [],
  )
  return secrets.length === 0 ? findings : findings.map((finding) => hidden(finding, secrets))
}

/** The part of an event that places of redactions count in. */
function judgedValue(event: AgentEvent): JsonValue | undefined {
  switch (event.kind) {
    case 'model-response':
      return event.text
    case 'turn-start':
      return event.input
    case 'turn-end':
      return event.output
    case 'tool-call':
      return event.args
    case 'tool-result':
      return event.content
    default:
      return undefined
  }
}

function secretsAt(value: JsonValue | undefined, redactions: readonly Redaction[]): readonly Secret[] {
  return redactions.flatMap(({ at, start, end, marker }) => {
    const text = at.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
    const secret = typeof text === 'string' ? text.slice(start, end) : ''
    return secret === '' ? [] : [{ text: secret, marker }]
  })
}

function hidden(finding: Finding, secrets: readonly Secret[]): Finding {
  const { evidence, params } = finding
  const isTold = Object.values(params).some(
    (value) => typeof value === 'string' && placesOf(value, secrets).length > 0,
  )
  const isShown = evidence !== undefined && placesOf(evidence.text, secrets).length > 0
  if (!isTold && !isShown) return finding
  return {
    ...finding,
    params: isTold ? Object.fromEntries(Object.entries(params).map(toldWithout(secrets))) : params,
    ...(evidence === undefined ? {} : { evidence: shownWithout(evidence, secrets) }),
  }
}

function toldWithout(secrets: readonly Secret[]) {
  return ([key, value]: [string, JsonValue]): [string, JsonValue] => [
    key,
    typeof value === 'string' ? redactedText(value, placesOf(value, secrets)) : value,
  ]
}

function shownWithout(evidence: Evidence, secrets: readonly Secret[]): Evidence {
  const places = placesOf(evidence.text, secrets)
  const shown = { ...evidence, text: redactedText(evidence.text, places) }
  return evidence.spans === undefined
    ? shown
    : { ...shown, spans: evidence.spans.map((span) => movedSpan(span, places)) }
}

function placesOf(text: string, secrets: readonly Secret[]): readonly Redaction[] {
  const places: Redaction[] = []
  for (const { text: secret, marker } of secrets) {
    const add = (start: number, end: number) => places.push({ at: [], start, end, marker })
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      add(at, at + secret.length)
    // evidence is a window: it may stand inside the secret as a whole, or one of its edges may
    const inside = /^…(?<inside>.*)…$/su.exec(text)?.groups?.['inside'] ?? ''
    if (inside.length >= LEAST_PIECE && secret.includes(inside)) add(1, 1 + inside.length)
    for (let size = Math.min(secret.length, text.length) - 1; size >= LEAST_PIECE; size -= 1) {
      if (text.startsWith(`…${secret.slice(-size)}`)) add(1, 1 + size)
      if (text.endsWith(`${secret.slice(0, size)}…`)) add(text.length - 1 - size, text.length - 1)
    }
  }
  return withoutOverlaps(places)
}

function withoutOverlaps(places: readonly Redaction[]): readonly Redaction[] {
  const ordered = places.toSorted((left, right) => left.start - right.start || right.end - left.end)
  let to = 0
  return ordered.filter(({ start, end }) => {
    if (start < to) return false
    to = end
    return true
  })
}

function movedSpan({ start, end }: Span, places: readonly Redaction[]): Span {
  return { start: moved(start, places, 'start'), end: moved(end, places, 'end') }
}

function moved(position: number, places: readonly Redaction[], side: 'start' | 'end'): number {
  let shift = 0
  for (const { start, end, marker } of places) {
    if (position <= start) break
    if (position < end) return start + shift + (side === 'start' ? 0 : marker.length)
    shift += marker.length - (end - start)
  }
  return position + shift
}
