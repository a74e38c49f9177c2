import type { ChaosPlan, PlannedFault } from '../chaos/index.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'

/** A plan as it would be written by hand; reading it again gives the same plan. */
export function chaosSection({ faults }: ChaosPlan): JsonObject {
  const of = (kind: PlannedFault['kind']): readonly JsonObject[] =>
    faults.filter((fault) => fault.kind === kind).map(entryOf)
  const sections = { tool_faults: of('tool'), llm_faults: of('llm'), context_attacks: of('context') }
  return Object.fromEntries(Object.entries(sections).filter(([, entries]) => entries.length > 0))
}

function entryOf(fault: PlannedFault): JsonObject {
  const { kind, name, target, matchUrl, arrives, plane, schedule, options } = fault
  const { probability, afterCalls, times, window } = schedule
  const entry: Record<string, JsonValue | undefined> = {
    ...(kind === 'tool' ? { tool: target } : {}),
    ...(kind === 'context' ? { type: name, inject_at: arrives } : { mode: name }),
    match_url: matchUrl,
    ...(options as JsonObject),
    probability: probability === 1 ? undefined : probability,
    after_calls: afterCalls === 0 ? undefined : afterCalls,
    times,
    window: window === undefined ? undefined : withoutGaps({ ...window }),
    plane: plane === 'auto' ? undefined : plane,
  }
  return withoutGaps(entry)
}

function withoutGaps(entry: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as JsonObject
}
