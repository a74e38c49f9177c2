import type { JsonValue } from '../../model/index.ts'
import { canonicalJson } from '../../kit/canonical-json.ts'

/** Equal as JSON: key order does not matter, `1` is `1.0`, and nothing is converted (`true` is not `1`). */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  return canonicalJson(left) === canonicalJson(right)
}
