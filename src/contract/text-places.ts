import type { JsonObject, JsonValue } from '../model/index.ts'

const MAX_DEPTH = 64

/** Calls `visit` for every string inside a JSON value, keys included, with its path. */
export function eachText(
  value: JsonValue,
  path: string,
  visit: (text: string, path: string) => void,
  depth = 0,
): void {
  if (typeof value === 'string') visit(value, path)
  else if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return
  else if (Array.isArray(value))
    for (let index = 0; index < value.length; index += 1)
      eachText(value[index] as JsonValue, `${path}[${index}]`, visit, depth + 1)
  else
    for (const key in value as JsonObject) {
      visit(key, `${path}.${key}`)
      eachText((value as JsonObject)[key]!, `${path}.${key}`, visit, depth + 1)
    }
}

/** The same value with every string replaced; keys stay, because tools are called by them. */
export function mapTexts<T extends JsonValue>(value: T, change: (text: string) => string, depth = 0): T {
  if (typeof value === 'string') return change(value) as T
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return value
  if (Array.isArray(value))
    return value.map((entry) => mapTexts(entry as JsonValue, change, depth + 1)) as unknown as T
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, entry]) => [key, mapTexts(entry, change, depth + 1)]),
  ) as T
}
