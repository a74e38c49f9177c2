import type { JsonObject, JsonValue } from '../model/index.ts'
import { isList, listOf, objectOf, textOf, wordOf } from '../wire/loose-json.ts'

/** What stands in place of a tool's result. */
export interface Retold {
  readonly content: JsonValue
  readonly failed: boolean
}

/** Asked for each result of an entry that can be rewritten; `undefined` leaves it as it is. */
export type Retell = (index: number, content: JsonValue) => Retold | undefined

/**
 * An entry of the conversation with its tool results retold. Every format marks its results in a way of its own, so
 * the shape of the entry alone says what it is. The same object comes back when nothing changes.
 */
export function retoldEntry(entry: JsonValue, retell: Retell): JsonValue {
  const object = objectOf(entry)
  if (object === undefined) return entry
  const role = wordOf(object['role'])
  if (role === 'tool' || role === 'function') return retoldField(object, 'content', 0, retell)
  if (wordOf(object['type'])?.endsWith('_output') === true && object['call_id'] !== undefined)
    return retoldField(object, 'output', 0, retell)
  if (isList(object['content'])) return retoldList(object, 'content', retoldBlock, retell)
  if (isList(object['parts'])) return retoldList(object, 'parts', retoldPart, retell)
  return entry
}

type RetoldInner = (inner: JsonObject, index: number, retell: Retell) => JsonObject | undefined

/** `undefined` from `change` means that the element is no result, so that results keep their numbers. */
function retoldList(object: JsonObject, key: string, change: RetoldInner, retell: Retell): JsonValue {
  let index = 0
  let changed = false
  const list = listOf(object[key]).map((value) => {
    const inner = objectOf(value)
    const retold = inner === undefined ? undefined : change(inner, index, retell)
    if (retold === undefined) return value
    index += 1
    changed ||= retold !== inner
    return retold
  })
  return changed ? { ...object, [key]: list } : object
}

function retoldBlock(block: JsonObject, index: number, retell: Retell): JsonObject | undefined {
  return block['type'] === 'tool_result' ? retoldField(block, 'content', index, retell, true) : undefined
}

function retoldPart(part: JsonObject, index: number, retell: Retell): JsonObject | undefined {
  const key = ['functionResponse', 'function_response'].find((name) => objectOf(part[name]) !== undefined)
  if (key === undefined) return undefined
  const response = objectOf(part[key])!
  const retold = retell(index, response['response'] ?? {})
  if (retold === undefined) return part
  const content = objectOf(retold.content) ?? { [retold.failed ? 'error' : 'output']: retold.content }
  return { ...part, [key]: { ...response, response: content } }
}

/** A result that is a text or a list with texts in it; pictures and the like stay where they are. */
function retoldField(
  object: JsonObject,
  key: string,
  index: number,
  retell: Retell,
  marksFailure = false,
): JsonObject {
  const written = object[key] ?? ''
  if (typeof written !== 'string' && !isList(written)) return object
  const retold = retell(index, typeof written === 'string' ? written : textIn(written))
  if (retold === undefined) return object
  const text = typeof retold.content === 'string' ? retold.content : JSON.stringify(retold.content)
  return {
    ...object,
    [key]:
      typeof written === 'string' ? text : withText(written, text, key === 'output' ? 'input_text' : 'text'),
    ...(marksFailure && retold.failed ? { is_error: true } : {}),
  }
}

export function textIn(parts: readonly JsonValue[]): string {
  return parts
    .map((part) => textOf(objectOf(part)?.['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

/** The first text says everything; other texts go, and what is no text stays. */
export function withText(
  parts: readonly JsonValue[],
  text: string,
  type: string | undefined,
): readonly JsonValue[] {
  const isText = (part: JsonValue): boolean => textOf(objectOf(part)?.['text']) !== undefined
  const first = parts.findIndex(isText)
  if (first < 0) return [...parts, type === undefined ? { text } : { type, text }]
  return parts.flatMap((part, at) => {
    if (at === first) return [{ ...objectOf(part), text }]
    return isText(part) ? [] : [part]
  })
}
