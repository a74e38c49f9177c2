import type { JsonObject } from '../../../model/index.ts'
import { indexOf, listOf, objectOf, objectsOf, parseJson, textOf, typeOf, wordOf } from '../../loose-json.ts'
import type { DecodedText } from '../../reply.ts'
import { argsStream, callRunner, decodeCall } from './items.ts'
import { createTextPile, type TextPile } from '../../text-pile.ts'
import { partText } from './reply.ts'

export interface OpenPart {
  readonly place: string
  readonly start: JsonObject
  readonly text: TextPile
}

export interface OpenItem {
  readonly place: string
  item: JsonObject
  readonly parts: OpenPart[]
  readonly args: TextPile
  isDone: boolean
}

/** What an event adds: new text, or the news that it contradicts what came before. */
type Added = readonly DecodedText[] | 'contradiction'

/** Puts the events of a stream together to the response they stand for. */
export interface Assembler {
  add(event: JsonObject): Added
  /** The item an event is about, once it has been announced. */
  itemOf(event: JsonObject): OpenItem | undefined
  partOf(event: JsonObject): OpenPart | undefined
  /** The item that an entry of a finished response repeats. */
  itemFor(entry: JsonObject, position: number): OpenItem | undefined
  readonly items: readonly OpenItem[]
  body(): JsonObject
}

export const TERMINAL = new Set(['response.completed', 'response.incomplete', 'response.failed'])

export function createAssembler(): Assembler {
  const items: OpenItem[] = []
  const newest = new Map<number, OpenItem>()
  let response: JsonObject = {}

  const itemOf = (event: JsonObject): OpenItem | undefined => newest.get(indexOf(event['output_index']) ?? -1)
  const partOf = (event: JsonObject): OpenPart | undefined =>
    itemOf(event)?.parts[indexOf(event['content_index']) ?? -1]
  const itemFor = (entry: JsonObject, position: number): OpenItem | undefined => {
    const id = wordOf(entry['id'])
    const byId = id === undefined ? undefined : items.find(({ item }) => item['id'] === id)
    const atPosition = items[position]
    return (
      byId ?? (atPosition !== undefined && typeOf(atPosition.item) === typeOf(entry) ? atPosition : undefined)
    )
  }

  function open(item: JsonObject, index?: number): OpenItem {
    const opened = { place: String(items.length), item, parts: [], args: createTextPile(), isDone: false }
    items.push(opened)
    if (index !== undefined) newest.set(index, opened)
    return opened
  }

  function addItem(event: JsonObject, isDone: boolean): Added {
    const item = objectOf(event['item']) ?? {}
    const known = isDone ? itemOf(event) : undefined
    return settle(known ?? open(item, indexOf(event['output_index']) ?? -1), item, isDone)
  }

  function addEntries(event: JsonObject): Added {
    response = objectOf(event['response']) ?? {}
    return allOf(
      objectsOf(response['output']).map((entry, at) =>
        settle(itemFor(entry, at) ?? open(entry), entry, true),
      ),
    )
  }

  function add(event: JsonObject): Added {
    const type = typeOf(event)
    if (TERMINAL.has(type)) return addEntries(event)
    if (type === 'response.output_item.added') return addItem(event, false)
    if (type === 'response.output_item.done') return addItem(event, true)
    if (objectOf(event['response']) !== undefined) {
      response = { ...response, ...objectOf(event['response']) }
      return listOf(response['output']).length === 0 ? [] : 'contradiction'
    }
    const item = itemOf(event)
    if (event['output_index'] !== undefined && item === undefined) return 'contradiction'
    return item === undefined ? [] : addToItem(item, event)
  }

  return {
    add,
    itemOf,
    partOf,
    itemFor,
    items,
    body: () => ({ ...response, output: items.map(assembled) }),
  }
}

function addToItem(item: OpenItem, event: JsonObject): Added {
  const at = indexOf(event['content_index'])
  const part = objectOf(event['part'])
  const delta = textOf(event['delta'])
  if (typeOf(item.item) === 'message' && at !== undefined) {
    if (part !== undefined) return wholePart(item, at, part)
    const kind = typeOf(event).startsWith('response.refusal.') ? 'refusal' : 'text'
    const whole = textOf(event[kind])
    const known = item.parts[at]
    if (known === undefined) return delta === undefined && whole === undefined ? [] : 'contradiction'
    if (whole !== undefined) return wholeText(known, whole)
    return delta === undefined ? [] : more(known, delta)
  }
  const stream = argsStream(item.item)
  if (stream === undefined || !typeOf(event).startsWith(stream.events)) return []
  if (delta !== undefined) item.args.add(delta)
  const whole = textOf(event[stream.key])
  if (whole === undefined) return []
  if (!agrees(item, whole)) return 'contradiction'
  if (item.args.text === '') item.args.add(whole)
  return []
}

function wholePart(item: OpenItem, at: number, part: JsonObject): Added {
  if (at > item.parts.length) return 'contradiction'
  item.parts[at] ??= { place: `${item.place}:${at}`, start: part, text: createTextPile() }
  return wholeText(item.parts[at], partText(part).text)
}

/** A text that is told again must begin with what was told before; whatever comes on top is new. */
function wholeText(part: OpenPart, whole: string): Added {
  const told = part.text.text
  return whole.startsWith(told) ? more(part, whole.slice(told.length)) : 'contradiction'
}

function more(part: OpenPart, text: string): readonly DecodedText[] {
  part.text.add(text)
  return text === '' ? [] : [{ place: part.place, choice: 0, kind: partText(part.start).kind, text }]
}

/** An item told as a whole: its texts must agree with what was streamed, and so must the arguments of a call. */
function settle(open: OpenItem, item: JsonObject, isDone: boolean): Added {
  const stream = argsStream(item)
  if (typeOf(open.item) !== typeOf(item)) return 'contradiction'
  if (open.isDone && callRunner(item) === 'client' && !sameCall(open.item, item)) return 'contradiction'
  if (isDone && stream !== undefined && !agrees(open, textOf(item[stream.key]) ?? '')) return 'contradiction'
  if (callRunner(item) === 'client' && !sameName(open.item, item)) return 'contradiction'
  open.item = item
  open.isDone ||= isDone
  if (!isDone && stream !== undefined) open.args.add(textOf(item[stream.key]) ?? '')
  if (typeOf(item) !== 'message') return []
  return allOf(objectsOf(item['content']).map((part, at) => wholePart(open, at, part)))
}

/** Arguments told as a whole must mean what was streamed of them. */
function agrees({ args: { text: args } }: OpenItem, whole: string): boolean {
  return args === '' || args === whole || sameJson(parseJson(args), parseJson(whole))
}

function sameJson(left: unknown, right: unknown): boolean {
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right)
}

/** What a call was announced as is what it must be in the end. */
function sameName(left: JsonObject, right: JsonObject): boolean {
  return left['name'] === right['name'] && left['call_id'] === right['call_id']
}

function sameCall(left: JsonObject, right: JsonObject): boolean {
  return sameJson(decodeCall(left), decodeCall(right))
}

function allOf(added: readonly Added[]): Added {
  const texts: DecodedText[] = []
  for (const each of added) {
    if (each === 'contradiction') return each
    texts.push(...each)
  }
  return texts
}

function assembled({ item, parts, args, isDone }: OpenItem): JsonObject {
  if (isDone) return item
  const stream = argsStream(item)
  if (stream !== undefined)
    return { ...item, [stream.key]: args.text === '' ? (item[stream.key] ?? '') : args.text }
  return typeOf(item) === 'message' ? { ...item, content: parts.map(partOfText) } : item
}

export function partOfText({ start, text }: OpenPart): JsonObject {
  return partText(start).kind === 'refusal' ? { ...start, refusal: text.text } : { ...start, text: text.text }
}
