import type { JsonValue } from '../model/index.ts'
import { createPiiScanner, PII_GROUPS, type PiiScanner } from '../pii/index.ts'
import type { StateView } from './define-predicate.ts'
import type { Facts } from './facts.ts'

/** A field that is measured and not declared. `undefined` means nothing has been measured yet. */
export interface Extractor {
  readonly field: string
  readonly summary: string
  /** Whether a declared value gives way to the measured one. */
  readonly measuredWins: boolean
  readonly read: (facts: Facts) => JsonValue | undefined
}

let scanner: PiiScanner | undefined

/**
 * What was measured cannot be declared away, so `session.*`, `tools.*` and `response.*` win over declared values;
 * `output.*` gives way, because the author's own detectors know more than ours.
 */
export const EXTRACTORS: readonly Extractor[] = [
  {
    field: 'response.latency_ms',
    summary: 'Milliseconds the newest reply took.',
    measuredWins: true,
    read: ({ latencyMs }) => latencyMs,
  },
  {
    field: 'session.turns',
    summary: 'Turns that have ended.',
    measuredWins: true,
    read: ({ turnsEnded }) => (turnsEnded === 0 ? undefined : turnsEnded),
  },
  {
    field: 'session.total_tokens',
    summary: 'Tokens of all replies, input and output.',
    measuredWins: true,
    read: ({ replies, totalTokens }) => (replies === 0 ? undefined : totalTokens),
  },
  {
    field: 'session.total_cost_usd',
    summary: 'What all replies cost; not measured while a price is unknown.',
    measuredWins: true,
    read: ({ replies, totalCostUsd, costUnknown }) =>
      replies === 0 || costUnknown ? undefined : totalCostUsd,
  },
  {
    field: 'session.tool_calls',
    summary: 'Tool calls proposed so far.',
    measuredWins: true,
    read: ({ toolCalls, turnsEnded }) => (turnsEnded === 0 && toolCalls === 0 ? undefined : toolCalls),
  },
  {
    field: 'tools.all_calls_authorized',
    summary: 'No tool call of this turn was refused.',
    measuredWins: true,
    read: ({ refusedInTurn, turnsEnded }) => (turnsEnded === 0 ? undefined : refusedInTurn === 0),
  },
  {
    field: 'output.length',
    summary: "Characters of the turn's answer.",
    measuredWins: false,
    read: ({ output }) => output?.length,
  },
  { field: 'output.text', summary: "The turn's answer.", measuredWins: false, read: ({ output }) => output },
  {
    field: 'output.pii_detected',
    summary: "Whether the turn's answer holds personal data or secrets of any of the six groups.",
    measuredWins: false,
    read: ({ output }) =>
      output === undefined ? undefined : (scanner ??= createPiiScanner({ groups: PII_GROUPS })).has(output),
  },
]

const BY_FIELD: ReadonlyMap<string, Extractor> = new Map(
  EXTRACTORS.map((extractor) => [extractor.field, extractor]),
)

/** The state as predicates see it at the end of a turn. */
export function stateOf(facts: Facts): StateView {
  return {
    read: (field) => readField(facts, field),
    all() {
      const result: Record<string, JsonValue> = { ...facts.declared }
      for (const { field } of EXTRACTORS) {
        const value = readField(facts, field)
        if (value !== undefined) result[field] = value
      }
      return result
    },
  }
}

function readField(facts: Facts, field: string): JsonValue | undefined {
  const declared = Object.hasOwn(facts.declared, field) ? facts.declared[field] : undefined
  const extractor = BY_FIELD.get(field)
  if (extractor === undefined) return declared
  if (extractor.measuredWins) return extractor.read(facts) ?? declared
  return declared ?? extractor.read(facts) ?? declared
}
