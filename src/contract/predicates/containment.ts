import type { JsonValue } from '../../model/index.ts'
import { rendered } from './rendering.ts'

/** Text contains it; a list contains it when one of its elements does; anything else as it reads in JSON. */
export function containsText(value: JsonValue | undefined, needle: string): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return value.some((element) => rendered(element as JsonValue).includes(needle))
  return rendered(value).includes(needle)
}
