import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { indexOf, listOf, objectOf, parseJson, textOf, typeOf, type Loose } from '../../loose-json.ts'
import { createTextPile, type TextPile } from '../../text-pile.ts'
import { callRunner } from './blocks.ts'

export interface OpenBlock {
  readonly place: string
  readonly start: JsonObject
  readonly text: TextPile
  readonly json: TextPile
  readonly thinking: TextPile
  readonly signature: TextPile
  readonly citations: JsonValue[]
}

/** Puts the events of a stream together to the message they stand for. */
export interface Assembler {
  add(event: JsonObject): void
  /** The block an event is about, once it has been started. */
  blockOf(event: JsonObject): OpenBlock | undefined
  body(): JsonObject
}

export function createAssembler(): Assembler {
  const blocks: OpenBlock[] = []
  const newest = new Map<number, OpenBlock>()
  let message: JsonObject = {}
  let stop: JsonObject = {}
  let usage: JsonObject = {}

  const blockOf = (event: JsonObject): OpenBlock | undefined => newest.get(indexOf(event['index']) ?? -1)

  /** A second start for the same index is a second block, as it is for the official client. */
  function start(event: JsonObject): void {
    const block = objectOf(event['content_block']) ?? {}
    const opened = {
      place: String(blocks.length),
      start: block,
      text: createTextPile(textOf(block['text'])),
      json: createTextPile(),
      thinking: createTextPile(textOf(block['thinking'])),
      signature: createTextPile(textOf(block['signature'])),
      citations: [],
    }
    blocks.push(opened)
    newest.set(indexOf(event['index']) ?? -1, opened)
  }

  function add(event: JsonObject): void {
    switch (typeOf(event)) {
      case 'message_start':
        message = objectOf(event['message']) ?? {}
        usage = objectOf(message['usage']) ?? {}
        break
      case 'content_block_start':
        start(event)
        break
      case 'content_block_delta':
        addDelta(blockOf(event), objectOf(event['delta']) ?? {})
        break
      case 'message_delta':
        stop = { ...stop, ...objectOf(event['delta']) }
        usage = { ...usage, ...present(event['usage']) }
        break
      default:
    }
  }

  const body = (): JsonObject => ({ ...message, ...stop, content: blocks.map(assembled), usage })
  return { add, blockOf, body }
}

/** Counts that are left out or null keep the value they had. */
function present(usage: Loose): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(usage) ?? {}).filter(([, value]) => value !== null))
}

function addDelta(block: OpenBlock | undefined, delta: JsonObject): void {
  if (block === undefined) return
  block.text.add(textOf(delta['text']) ?? '')
  block.json.add(textOf(delta['partial_json']) ?? '')
  block.thinking.add(textOf(delta['thinking']) ?? '')
  block.signature.add(textOf(delta['signature']) ?? '')
  if (delta['citation'] !== undefined) block.citations.push(delta['citation'])
}

function assembled({ start, text, json, thinking, signature, citations }: OpenBlock): JsonObject {
  return {
    ...start,
    ...(start['type'] === 'text' && { text: text.text }),
    ...(start['type'] === 'thinking' && {
      thinking: thinking.text,
      signature: signature.text,
    }),
    ...(citations.length > 0 && { citations: [...listOf(start['citations']), ...citations] }),
    // text that is not JSON stays text, and is found to be malformed when the reply is decoded
    ...(callRunner(start) !== undefined && json.text !== '' && { input: parseJson(json.text) ?? json.text }),
  }
}
