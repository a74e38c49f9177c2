import type { JsonObject, JsonValue } from '../model/index.ts'
import { isList, objectOf } from '../wire/loose-json.ts'
import { withText } from './chaos-results.ts'

/** What a user said, in other words; `undefined` when the entry has no text that could be replaced. */
export function reworded(entry: JsonValue, text: string): JsonValue | undefined {
  if (typeof entry === 'string') return text
  const object = objectOf(entry)
  if (object === undefined) return undefined
  if (typeof object['content'] === 'string') return { ...object, content: text } satisfies JsonObject
  for (const key of ['content', 'parts']) {
    const parts = object[key]
    if (isList(parts)) return { ...object, [key]: withText(parts, text, undefined) }
  }
  return undefined
}
