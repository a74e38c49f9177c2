import type { JsonValue } from '../../model/index.ts'
import { isExactNumber } from './exact-number.ts'
import { compactJson } from './json-text.ts'

export type ValueKind = 'null' | 'bool' | 'number' | 'string' | 'array' | 'object'

export function kindOf(value: JsonValue): ValueKind {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' || isExactNumber(value)) return 'number'
  if (typeof value === 'string') return 'string'
  return Array.isArray(value) ? 'array' : 'object'
}

/** Null, false, 0, "", [] and {} are false; a path that leads nowhere counts as null. */
export function isTruthy(value: JsonValue | undefined): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return false
  if (typeof value !== 'object') return true
  if (isExactNumber(value)) return Number(value.written) !== 0
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0
}

/** The branch a value chooses. */
export function labelOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return 'null'
  const kind = kindOf(value)
  return kind === 'array' || kind === 'object' ? kind : compactJson(value)
}
