import type { JsonObject, JsonValue } from '../model/index.ts'
import { createPiiScanner, PII_GROUPS, type IsPhoneNumber, type PiiScanner } from '../pii/index.ts'
import { assertReadable } from './text-places.ts'

/** Whether a scanner finds anything in any text of a value. Without paths, because almost nothing has anything to hide. */
export function holdsAny(scanner: PiiScanner, value: JsonValue, depth = 0): boolean {
  if (typeof value === 'string') return scanner.has(value)
  if (value === null || typeof value !== 'object') return false
  assertReadable(depth)
  if (Array.isArray(value)) return value.some((each) => holdsAny(scanner, each as JsonValue, depth + 1))
  for (const key of Object.keys(value))
    if (scanner.has(key) || holdsAny(scanner, (value as JsonObject)[key]!, depth + 1)) return true
  return false
}

type IsClean = (value: JsonValue) => boolean

/**
 * Says of a value that it surely holds nothing of any group, and remembers the last answer: several clauses
 * look at the same event one after the other, and what no group finds, no smaller set of groups finds either.
 */
function cleanCheck(isPhoneNumber: IsPhoneNumber | undefined): IsClean {
  const scanner = createPiiScanner({
    groups: PII_GROUPS,
    ...(isPhoneNumber === undefined ? {} : { isPhoneNumber }),
  })
  let last: JsonValue | undefined
  let isClean = false
  return (value) => {
    if (value !== last) {
      isClean = !holdsAny(scanner, value)
      last = value
    }
    return isClean
  }
}

let plain: IsClean | undefined
const byPhoneRule = new WeakMap<IsPhoneNumber, IsClean>()

/** One check for each rule of what a telephone number is, because that rule decides what is found. */
export function cleanCheckFor(isPhoneNumber: IsPhoneNumber | undefined): IsClean {
  if (isPhoneNumber === undefined) return (plain ??= cleanCheck(undefined))
  let check = byPhoneRule.get(isPhoneNumber)
  if (check === undefined) byPhoneRule.set(isPhoneNumber, (check = cleanCheck(isPhoneNumber)))
  return check
}
