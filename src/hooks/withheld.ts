import type { JsonValue } from '../model/index.ts'

const MARKER = '[WITHHELD BY CONTRACT]'

/** The same shape without a word of it, because hosts expect each tool's own shape back. */
export function withheld(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value === '' ? '' : MARKER
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => withheld(item as JsonValue))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withheld(item)]))
}
