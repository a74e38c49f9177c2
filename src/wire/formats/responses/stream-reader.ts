import type { JsonObject } from '../../../model/index.ts'
import { objectOf, typeOf } from '../../loose-json.ts'
import { eventOf, INERT, UNREADABLE, type FrameReading, type StreamReader } from '../../stream-protocol.ts'
import { createAssembler, TERMINAL, type Assembler } from './assembler.ts'
import { callRunner } from './items.ts'

export function createReader(): StreamReader {
  const assembler = createAssembler()
  let isWhole = false
  return {
    read(frame) {
      const event = eventOf(frame)
      if (event === undefined) return INERT
      if (event === 'unreadable') return UNREADABLE
      isWhole ||= TERMINAL.has(typeOf(event))
      return { ...readEvent(event, assembler), event }
    },
    body: () => assembler.body(),
    get isWhole() {
      return isWhole
    },
  }
}

function readEvent(event: JsonObject, assembler: Assembler): FrameReading {
  const type = typeOf(event)
  if (type === 'error' || (type === '' && objectOf(event['error']) !== undefined))
    return { ...INERT, outcome: 'failed' }
  // a client may go by the name of the event where the data has none
  if (type === '') return UNREADABLE
  const texts = assembler.add(event)
  if (texts === 'contradiction') return UNREADABLE
  if (TERMINAL.has(type)) {
    const bringsCall = assembler.items.some(({ item }) => callRunner(item) === 'client')
    return { texts, closes: [], withhold: bringsCall ? 'call' : 'finish', outcome: 'complete' }
  }
  const item = assembler.itemOf(event)
  if (item !== undefined && callRunner(item.item) === 'client') return { ...INERT, withhold: 'call' }
  return { ...INERT, texts, closes: closedBy(event, assembler) }
}

/** A part is over with its own last event, and at the latest with the item it belongs to. */
function closedBy(event: JsonObject, assembler: Assembler): readonly string[] {
  const part = assembler.partOf(event)
  if (part !== undefined) return typeOf(event).endsWith('.done') ? [part.place] : []
  if (typeOf(event) !== 'response.output_item.done') return []
  return assembler.itemOf(event)?.parts.map(({ place }) => place) ?? []
}
