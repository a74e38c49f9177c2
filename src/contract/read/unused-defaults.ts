import type { Fields } from '../../kit/shape/index.ts'
import { plainValue, type LocatedMap } from '../../kit/source/index.ts'

/**
 * Keys that tools write into every invariant, whatever its type. One that the check does not read is let through
 * only when it says nothing: the value it would have anyway.
 */
const KNOWN_DEFAULTS: Readonly<Record<string, unknown>> = {
  value: undefined,
  values: [],
  pattern: undefined,
  patterns: [],
  max_ms: undefined,
  expected: undefined,
  threshold: 0.8,
  similarity_threshold: 0.75,
  baseline: undefined,
  dangerous_prompts: true,
  probes: [],
}

/** The mapping without keys that say nothing: `null`, and defaults of other checks. */
export function withoutUnusedDefaults(node: LocatedMap, fields: Fields, checkFields: Fields): LocatedMap {
  const entries = node.entries.filter(({ key, value }) => {
    const plain = plainValue(value)
    if (plain === null) return !(Object.hasOwn(fields, key) || Object.hasOwn(KNOWN_DEFAULTS, key))
    if (Object.hasOwn(checkFields, key) || !Object.hasOwn(KNOWN_DEFAULTS, key)) return true
    return !saysNothing(plain, KNOWN_DEFAULTS[key])
  })
  return entries.length === node.entries.length ? node : { ...node, entries }
}

function saysNothing(value: unknown, known: unknown): boolean {
  return Array.isArray(known) ? Array.isArray(value) && value.length === 0 : value === known
}
