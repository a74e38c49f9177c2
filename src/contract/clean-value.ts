import type { AgentEvent, JsonObject, JsonValue } from '../model/index.ts'
import { createPiiScanner, PII_GROUPS, type IsPhoneNumber, type PiiScanner } from '../pii/index.ts'
import { byName } from '../kit/name-memo.ts'
import { assertReadable } from './text-places.ts'

/** Asks about texts, and about keys, which come again and again and so are worth remembering. */
export interface TextTest {
  readonly text: (text: string) => boolean
  readonly key: (key: string) => boolean
}

export function textTestOf(scanner: PiiScanner): TextTest {
  return { text: (text) => scanner.has(text), key: byName((key) => scanner.has(key)) }
}

/** Whether any text of a value is a hit. Without paths, because almost nothing has anything to hide. */
export function holdsAny(test: TextTest, value: JsonValue, depth = 0): boolean {
  if (typeof value === 'string') return test.text(value)
  if (value === null || typeof value !== 'object') return false
  assertReadable(depth)
  if (Array.isArray(value)) return value.some((each) => holdsAny(test, each as JsonValue, depth + 1))
  for (const key in value as JsonObject)
    if (test.key(key) || holdsAny(test, (value as JsonObject)[key]!, depth + 1)) return true
  return false
}

/** `event` is where the value was found; another event is looked at afresh, because values may be changed in place. */
type IsClean = (value: JsonValue, event: AgentEvent) => boolean

/**
 * Says of a value that it surely holds nothing of any group, and remembers the last answer: several clauses
 * look at the same event one after the other, and what no group finds, no smaller set of groups finds either.
 */
function cleanCheck(isPhoneNumber: IsPhoneNumber | undefined): IsClean {
  const test = textTestOf(
    createPiiScanner({ groups: PII_GROUPS, ...(isPhoneNumber === undefined ? {} : { isPhoneNumber }) }),
  )
  let last: AgentEvent | undefined
  let isClean = false
  return (value, event) => {
    if (event !== last) {
      isClean = !holdsAny(test, value)
      last = event
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
