import type { JsonObject } from '../model/index.ts'

const OPENING_BRACE = 0x7b

/**
 * Keys that were only added are written into the bytes as they came, so that everything else keeps its spelling: a
 * number with twenty digits would not survive being parsed and written again. `undefined` when more has changed.
 */
export function splicedBody(plain: Buffer, before: JsonObject, after: JsonObject): Buffer | undefined {
  const start = plain.indexOf(OPENING_BRACE)
  if (start < 0 || Object.keys(before).some((key) => after[key] !== before[key])) return undefined
  const added = Object.entries(after).filter(([key]) => !Object.hasOwn(before, key))
  const separator = Object.keys(before).length === 0 ? '' : ','
  return Buffer.concat([
    plain.subarray(0, start + 1),
    Buffer.from(JSON.stringify(Object.fromEntries(added)).slice(1, -1) + separator),
    plain.subarray(start + 1),
  ])
}
