import type { JsonValue } from '../../model/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'
import { anything, mapOf, optional, required, type Shape } from '../../kit/shape/index.ts'
import type { CheckedCall } from '../define-check.ts'
import { compileToolPattern, toolPatternSource } from '../tool-pattern.ts'

/** Which calls are meant: by the tool's name and, where given, by some of the arguments. */
export const CALL_PATTERN = {
  tool: required(toolPatternSource(), 'A tool name; globs joined by `|`, or a regex between slashes.'),
  args: optional(
    mapOf(anything()) as Shape<Readonly<Record<string, JsonValue>>>,
    'Arguments the call must have; it may have others.',
  ),
} as const

export function callMatcher(
  tool: string,
  args: Readonly<Record<string, JsonValue>> = {},
): (call: CheckedCall) => boolean {
  const isMeant = compileToolPattern(tool)
  return (call) => isMeant(call.tool) && isPartOf(args, call.args)
}

/** Mappings may have more keys than asked for; everything else must be equal. */
function isPartOf(wanted: JsonValue, actual: JsonValue | undefined): boolean {
  if (actual === undefined) return false
  if (!isMapping(wanted)) return canonicalJson(wanted) === canonicalJson(actual)
  if (!isMapping(actual)) return false
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(actual, key) && isPartOf(value, actual[key]),
  )
}

function isMapping(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
