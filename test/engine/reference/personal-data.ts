import {
  createPiiScanner,
  redactionMarker,
  type CustomPattern,
  type PiiGroup,
  type PiiScanner,
} from '../../../src/pii/index.ts'
import type { AgentEvent, JsonObject, JsonValue } from '../../../src/model/index.ts'

/** What must be hidden in one text. */
export type Redacted = (
  text: string,
) => readonly { readonly start: number; readonly end: number; readonly marker: string }[]

const scanners = new Map<string, PiiScanner>()

function scannerFor({ patterns = ['email', 'phone'], custom_patterns: custom = [] }: JsonObject): PiiScanner {
  const key = JSON.stringify([patterns, custom])
  let scanner = scanners.get(key)
  if (scanner === undefined)
    scanners.set(
      key,
      (scanner = createPiiScanner({
        groups: patterns as unknown as readonly PiiGroup[],
        custom: custom as unknown as readonly CustomPattern[],
      })),
    )
  return scanner
}

function subjectOf(event: AgentEvent): JsonValue {
  if (event.kind === 'model-response') return event.text
  if (event.kind === 'turn-start') return event.input ?? ''
  if (event.kind === 'turn-end') return event.output ?? ''
  if (event.kind === 'tool-call') return event.args
  return event.kind === 'tool-result' ? event.content : ''
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each as JsonValue))
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)])
}

/** How the clause would hide what it finds in this event; nothing when it finds nothing. */
export function personalDataIn(event: AgentEvent, options: JsonObject): Redacted | undefined {
  const scanner = scannerFor(options)
  if (!textsIn(subjectOf(event)).some((text) => scanner.scan(text).length > 0)) return undefined
  return (text) =>
    scanner.scan(text).map(({ group, start, end }) => ({ start, end, marker: redactionMarker(group) }))
}

/** The event with every clause's redactions in it; what overlaps is hidden once, under the name that begins first. */
export function hidden(event: AgentEvent, clauses: readonly Redacted[]): AgentEvent {
  if (clauses.length === 0) return event
  const hide = (text: string): string => {
    const spots = clauses
      .flatMap((find) => find(text))
      .toSorted((left, right) => left.start - right.start || right.end - left.end)
    let shown = ''
    let at = 0
    for (const { start, end, marker } of spots) {
      if (start >= at) shown += text.slice(at, start) + marker
      at = Math.max(at, end)
    }
    return shown + text.slice(at)
  }
  const within = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return hide(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => within(each as JsonValue))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each)]))
  }
  if (event.kind === 'model-response') return { ...event, text: hide(event.text) }
  if (event.kind === 'turn-start' && event.input !== undefined) return { ...event, input: hide(event.input) }
  if (event.kind === 'turn-end' && event.output !== undefined) return { ...event, output: hide(event.output) }
  if (event.kind === 'tool-call') return { ...event, args: within(event.args) as JsonObject }
  return event.kind === 'tool-result' ? { ...event, content: within(event.content) } : event
}
