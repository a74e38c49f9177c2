import type { AgentEvent, JsonValue, Redaction, Rewrite } from '../model/index.ts'

/** The event with every redaction applied; compression is the surface's work, because only it has the messages. */
export function rewrittenEvent(event: AgentEvent, rewrites: readonly Rewrite[]): AgentEvent {
  const redactions = rewrites.flatMap((rewrite) => (rewrite.kind === 'redact' ? rewrite.redactions : []))
  if (redactions.length === 0) return event
  switch (event.kind) {
    case 'model-response':
      return { ...event, text: redactedText(event.text, redactions) }
    case 'turn-start':
      return event.input === undefined ? event : { ...event, input: redactedText(event.input, redactions) }
    case 'turn-end':
      return event.output === undefined ? event : { ...event, output: redactedText(event.output, redactions) }
    case 'tool-call':
      return { ...event, args: redactedValue(event.args, redactions) }
    case 'tool-result':
      return { ...event, content: redactedValue(event.content, redactions) }
    case 'session-start':
    case 'model-request':
    case 'state':
    case 'mark':
    case 'session-end':
    case 'fault':
    case 'judge-verdict':
      return event
  }
}

/** Overlapping stretches become one; the one that starts first names it. */
export function redactedText(text: string, redactions: readonly Redaction[]): string {
  const ordered = [...redactions].sort((left, right) => left.start - right.start || right.end - left.end)
  let result = ''
  let from = 0
  for (const { start, end, marker } of ordered) {
    if (start >= from) result += text.slice(from, start) + marker
    from = Math.max(from, end)
  }
  return result + text.slice(from)
}

function redactedValue<T extends JsonValue>(value: T, redactions: readonly Redaction[], depth = 0): T {
  if (typeof value === 'string') return redactedText(value, redactions) as T
  if (value === null || typeof value !== 'object') return value
  const below = byKey(redactions, depth)
  const inner = (key: string | number, child: JsonValue) => {
    const found = below.get(key)
    return found === undefined ? child : redactedValue(child, found, depth + 1)
  }
  if (Array.isArray(value))
    return value.map((child, index) => inner(index, child as JsonValue)) as unknown as T
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inner(key, child)])) as T
}

/** Sorted out once a level, because looking through all of them for every key would be quadratic. */
function byKey(
  redactions: readonly Redaction[],
  depth: number,
): ReadonlyMap<string | number, readonly Redaction[]> {
  const result = new Map<string | number, Redaction[]>()
  for (const redaction of redactions) {
    const key = redaction.at[depth]
    if (key === undefined) continue
    const known = result.get(key)
    if (known === undefined) result.set(key, [redaction])
    else known.push(redaction)
  }
  return result
}
