import type { JsonValue } from '../../model/index.ts'

/**
 * A number that JavaScript would write otherwise than it was written: `10.0`, or an integer of 64 bits. Most
 * numbers never become one, so that arithmetic on the rest stays plain.
 */
export class ExactNumber {
  readonly written: string

  constructor(written: string) {
    this.written = written
  }

  toJSON(): number {
    return Number(this.written)
  }
}

const LARGEST_UNSIGNED = 18_446_744_073_709_551_615n
const SMALLEST_SIGNED = -9_223_372_036_854_775_808n

/** The value of a number as JSON or TOML writes it; an integer and a float stay two different things. */
export function numberFrom(written: string): JsonValue {
  const value = Number(written)
  if (/^-?\d+$/u.test(written)) return Number.isSafeInteger(value) ? value : largeInteger(written, value)
  return Number.isInteger(value) ? exact(floatText(value)) : value
}

function largeInteger(written: string, value: number): JsonValue {
  const integer = BigInt(written)
  const fits = integer <= LARGEST_UNSIGNED && integer >= SMALLEST_SIGNED
  return exact(fits ? written : floatText(value))
}

function floatText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value)
  return text.includes('e') ? text : `${text}.0`
}

// sound because every place that looks into a value asks `isExactNumber` first
function exact(written: string): JsonValue {
  return new ExactNumber(written) as unknown as JsonValue
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return value instanceof ExactNumber
}

/** The value as libraries expect it: exact numbers become plain ones. */
export function plainJson(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (isExactNumber(value)) return (value as ExactNumber).toJSON()
  if (Array.isArray(value)) return value.map(plainJson)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainJson(inner)]))
}
