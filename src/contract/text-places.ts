import type { JsonObject, JsonValue } from '../model/index.ts'

export type Path = readonly (string | number)[]

/** Deeper than any tool's arguments. */
const MAX_DEPTH = 500

/** A value too deep to be read whole has not been shown to be harmless. */
export function assertReadable(depth: number): void {
  if (depth > MAX_DEPTH)
    throw new Error(`the value is nested more than ${MAX_DEPTH} levels deep, so it was not read to its end`)
}

/** Calls `visit` for every string inside a JSON value; keys are visited too, because data hides there as well. */
export function eachText(
  value: JsonValue,
  path: Path,
  visit: (text: string, path: Path, isKey: boolean) => void,
): void {
  if (typeof value === 'string') visit(value, path, false)
  if (value === null || typeof value !== 'object') return
  assertReadable(path.length)
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index += 1)
      eachText(value[index] as JsonValue, [...path, index], visit)
  else
    for (const key in value as JsonObject) {
      const inner = [...path, key]
      visit(key, inner, true)
      eachText((value as JsonObject)[key]!, inner, visit)
    }
}

/** `args.files[0].name`, as people write it. */
export function pathText(root: string, path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`),
    root,
  )
}
