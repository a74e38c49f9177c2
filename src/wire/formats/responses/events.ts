import type { JsonObject } from '../../../model/index.ts'
import { typeOf, wordOf } from '../../loose-json.ts'
import { emptyPart, messageItem } from './messages.ts'
import { partText } from './reply.ts'

/** The events of a message item with one part, as if the model had just written it. */
export function messageEvents(
  output_index: number,
  item: JsonObject,
  part: JsonObject,
  pieces: readonly string[] = [partText(part).text],
): readonly JsonObject[] {
  const item_id = wordOf(item['id']) ?? ''
  return [
    { type: 'response.output_item.added', output_index, item: messageItem(item_id, [], 'in_progress') },
    ...partEvents({ item_id, output_index, content_index: 0 }, part, pieces),
    { type: 'response.output_item.done', output_index, item },
  ]
}

export interface PartAddress {
  readonly item_id: string
  readonly output_index: number
  readonly content_index: number
}

function partEvents(
  address: PartAddress,
  part: JsonObject,
  pieces: readonly string[],
): readonly JsonObject[] {
  return [
    { type: 'response.content_part.added', ...address, part: emptyPart(part) },
    ...pieces.map((delta) => ({ type: `${eventsOf(part)}.delta`, ...address, delta, ...tokens(part) })),
    ...partEnd(address, part),
  ]
}

/** What closes a part whose text has been sent. */
export function partEnd(address: PartAddress, part: JsonObject): readonly JsonObject[] {
  const { kind, text } = partText(part)
  return [
    { type: `${eventsOf(part)}.done`, ...address, [kind]: text, ...tokens(part) },
    { type: 'response.content_part.done', ...address, part },
  ]
}

function eventsOf(part: JsonObject): string {
  return typeOf(part) === 'refusal' ? 'response.refusal' : 'response.output_text'
}

function tokens(part: JsonObject): JsonObject {
  return typeOf(part) === 'refusal' ? {} : { logprobs: [] }
}

/** The response as it stands before its first item. */
export function openedResponse(body: JsonObject): JsonObject {
  return { ...body, status: 'in_progress', output: [], usage: null }
}
