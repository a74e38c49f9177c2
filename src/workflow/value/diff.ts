import type { JsonObject, JsonValue } from '../../model/index.ts'
import { isExactNumber } from './exact-number.ts'
import { setOwn } from './json-text.ts'
import { kindOf } from './kinds.ts'

export interface Difference extends JsonObject {
  readonly added: JsonObject
  readonly removed: JsonObject
  readonly changed: JsonObject
  readonly unchanged: boolean
}

/** Objects by key, arrays by index; `1` and `1.0` differ. */
export function differenceOf(left: JsonValue, right: JsonValue): Difference {
  const added: Record<string, JsonValue> = {}
  const removed: Record<string, JsonValue> = {}
  const changed: Record<string, JsonValue> = {}

  function compare(before: JsonValue, after: JsonValue, path: string): void {
    const kind = kindOf(before)
    if (kind === kindOf(after) && (kind === 'object' || kind === 'array')) {
      const name = (key: string): string =>
        kind === 'array' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      const old = before as Readonly<Record<string, JsonValue>>
      const now = after as Readonly<Record<string, JsonValue>>
      for (const key of Object.keys(old))
        if (Object.hasOwn(now, key)) compare(old[key]!, now[key]!, name(key))
        else setOwn(removed, name(key), old[key]!)
      for (const key of Object.keys(now)) if (!Object.hasOwn(old, key)) setOwn(added, name(key), now[key]!)
    } else if (!isSame(before, after)) setOwn(changed, path === '' ? '$' : path, { from: before, to: after })
  }

  compare(left, right, '')
  const unchanged = [added, removed, changed].every((entries) => Object.keys(entries).length === 0)
  return { added, removed, changed, unchanged }
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  if (isExactNumber(left) && isExactNumber(right)) return left.written === right.written
  return left === right
}
