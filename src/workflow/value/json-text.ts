import type { JsonValue } from '../../model/index.ts'
import { isExactNumber, numberFrom } from './exact-number.ts'

const MAX_DEPTH = 500

/** Strict JSON; throws a `SyntaxError`. Floats such as `10.0` and large integers keep how they were written. */
export function parseJsonText(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  return NEEDS_CARE.test(text) ? parseExact(text) : value
}

/** Only such numbers can differ; elsewhere the platform's own parser is right and faster. */
const NEEDS_CARE = /[.eE]|\d{16}/u

/** Reads text that the platform's parser has accepted, so it need not look for mistakes. */
function parseExact(text: string): JsonValue {
  let at = 0
  const skip = (): void => {
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1
  }
  const quoted = (): string => {
    const start = at
    at += 1
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at += 1
    return JSON.parse(text.slice(start, at)) as string
  }
  const value = (depth: number): JsonValue => {
    if (depth > MAX_DEPTH) throw new SyntaxError(`nested more than ${MAX_DEPTH} levels deep`)
    skip()
    const first = text[at]!
    if (first === '{') return members(depth)
    if (first === '[') return elements(depth)
    if (first === '"') return quoted()
    const start = at
    while (at < text.length && !',]} \t\n\r'.includes(text[at]!)) at += 1
    const word = text.slice(start, at)
    return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : numberFrom(word)
  }
  const members = (depth: number): JsonValue => {
    const entries: Record<string, JsonValue> = {}
    at += 1
    for (skip(); text[at] !== '}'; skip()) {
      if (text[at] === ',') at += 1
      skip()
      const key = quoted()
      skip()
      at += 1
      setOwn(entries, key, value(depth + 1))
    }
    at += 1
    return entries
  }
  const elements = (depth: number): JsonValue => {
    const items: JsonValue[] = []
    at += 1
    for (skip(); text[at] !== ']'; skip()) {
      if (text[at] === ',') at += 1
      items.push(value(depth + 1))
    }
    at += 1
    return items
  }
  return value(0)
}

/** Assigns also what is called `__proto__`. */
export function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else target[key] = value
}

/** Without spaces, keys in order: the one way values are written into templates, files and requests. */
export function compactJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isExactNumber(value)) return value.written
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(compactJson).join(',')}]`
  const record = value as Readonly<Record<string, JsonValue>>
  const keys = Object.keys(record).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${compactJson(record[key]!)}`).join(',')}}`
}

/** A string as it is, everything else as JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : compactJson(value)
}
