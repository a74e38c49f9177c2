import type { JsonValue } from '../model/index.ts'

/** A parameter of a finding inside a sentence. */
export function inWords(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
