import type { JsonValue } from '../../model/index.ts'
import { isExactNumber } from './exact-number.ts'

/** `node.key.0`: an output, or the trigger, and the way into it. */
export interface ContextPath {
  readonly text: string
  readonly root: string
  readonly rest: readonly string[]
}

export function contextPathOf(text: string): ContextPath {
  const [root, ...rest] = text.split('.')
  return { text, root: root!, rest }
}

const INDEX = /^\d{1,9}$/u

/** `undefined` when the way leads nowhere. Only own keys count: `constructor` is nobody's output. */
export function stepInto(start: JsonValue | undefined, segments: readonly string[]): JsonValue | undefined {
  let value = start
  for (const segment of segments) {
    if (value === null || typeof value !== 'object' || isExactNumber(value)) return undefined
    if (Array.isArray(value)) value = INDEX.test(segment) ? (value[Number(segment)] as JsonValue) : undefined
    else value = Object.hasOwn(value, segment) ? (value as Record<string, JsonValue>)[segment] : undefined
  }
  return value
}
