import type { JsonValue } from '../../model/index.ts'

const NUMERIC_TEXT = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/iu
const MAX_LENGTH = 64

/** Numbers and numeric strings; booleans, NaN and infinities are not numbers. */
export function numericValue(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string') {
    if (value.length > MAX_LENGTH || !NUMERIC_TEXT.test(value)) return undefined
    const parsed = Number(value)
    return Number.isFinite(parsed) ? parsed : undefined
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
