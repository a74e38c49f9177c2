import type { JsonValue } from '../../model/index.ts'

/** How a value reads as text: strings as they are, everything else as JSON. */
export function rendered(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
