import type { JsonObject } from '../../../model/index.ts'
import { objectOf, textOf, wordOf } from '../../loose-json.ts'
import { eventOf, INERT, UNREADABLE, type FrameReading, type StreamReader } from '../../stream-protocol.ts'
import { createAssembler, isFinished, type Assembler } from './assembler.ts'
import { callOf, candidatesOf, isText } from './parts.ts'

export function createReader(): StreamReader {
  const assembler = createAssembler()
  let promptBlocked = false
  const isWhole = (): boolean =>
    promptBlocked || (assembler.candidates.length > 0 && assembler.candidates.every(isFinished))

  return {
    read(frame) {
      if (frame.closing === true)
        return isWhole() ? { ...INERT, withhold: 'finish', outcome: 'complete' } : UNREADABLE
      const event = eventOf(frame)
      if (event === undefined) return INERT
      if (event === 'unreadable') return UNREADABLE
      promptBlocked ||= wordOf(objectOf(event['promptFeedback'])?.['blockReason']) !== undefined
      const reading = readChunk(event, assembler)
      return {
        ...reading,
        withhold: reading.withhold === 'no' && isWhole() ? 'finish' : reading.withhold,
        event,
      }
    },
    body: () => assembler.body(),
    get isWhole() {
      return isWhole()
    },
  }
}

function readChunk(chunk: JsonObject, assembler: Assembler): FrameReading {
  const candidates = candidatesOf(chunk['candidates'])
  if (objectOf(chunk['error']) !== undefined)
    return candidates.length > 0 ? UNREADABLE : { ...INERT, outcome: 'failed' }
  const places = assembler.add(chunk)
  const texts = candidates.flatMap(({ key, parts }, position) =>
    parts.flatMap((part, at) => {
      const text = textOf(part['text']) ?? ''
      const place = places[position]?.[at]?.place ?? ''
      return isText(part) && text !== '' ? [{ place, choice: key, kind: 'text', text } as const] : []
    }),
  )
  const bringsCall = candidates.some(({ parts }) => parts.some((part) => callOf(part) !== undefined))
  return { texts, closes: closedPlaces(assembler), withhold: bringsCall ? 'call' : 'no', outcome: 'goes-on' }
}

/** Text can only be added to the last part of a candidate, and to none of a finished one. */
function closedPlaces(assembler: Assembler): readonly string[] {
  return assembler.candidates.flatMap((candidate) => {
    const open = isFinished(candidate) ? candidate.parts : candidate.parts.slice(0, -1)
    return open.map(({ place }) => place)
  })
}
