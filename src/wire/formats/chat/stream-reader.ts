import type { JsonObject } from '../../../model/index.ts'
import { objectOf, objectsOf, textOf, wordOf } from '../../loose-json.ts'
import type { DecodedText } from '../../reply.ts'
import {
  DONE,
  eventOf,
  INERT,
  UNREADABLE,
  type FrameReading,
  type StreamReader,
} from '../../stream-protocol.ts'
import { choiceIndex, createAssembler, type OpenChoice } from './assembler.ts'
import { contentTexts } from './content.ts'

export function createReader(): StreamReader {
  const assembler = createAssembler()
  const allFinished = (): boolean =>
    assembler.choices.length > 0 && assembler.choices.every(({ finishReason }) => finishReason !== undefined)

  return {
    read(frame) {
      if (frame.data?.trim() === DONE) return { ...INERT, withhold: 'finish', outcome: 'complete' }
      const event = eventOf(frame)
      if (event === undefined) return INERT
      if (event === 'unreadable') return UNREADABLE
      assembler.add(event)
      const reading = readChunk(event)
      if (reading.withhold === 'call' && assembler.choices.some(hasCallOfTwoNames)) return UNREADABLE
      return {
        ...reading,
        withhold: reading.withhold === 'no' && allFinished() ? 'finish' : reading.withhold,
        event,
      }
    },
    body: () => assembler.body(),
    get isWhole() {
      return allFinished()
    },
  }
}

/** Nobody can say which tool the client would run. */
function hasCallOfTwoNames({ calls, legacy }: OpenChoice): boolean {
  return legacy?.hasTwoNames === true || calls.some(({ hasTwoNames }) => hasTwoNames)
}

function readChunk(chunk: JsonObject): FrameReading {
  const parts = objectsOf(chunk['choices'])
  const texts = parts.flatMap(textsOf)
  const bringsCall = parts.some(({ delta }) => hasCall(objectOf(delta)))
  const isError = chunk['error'] !== undefined && chunk['error'] !== null
  // a whole message beside the deltas would reach clients that read it, and nobody would have judged its calls
  if (parts.some(({ message }) => hasCall(objectOf(message)))) return UNREADABLE
  if (isError) return texts.length > 0 || bringsCall ? UNREADABLE : { ...INERT, outcome: 'failed' }
  const closes = parts.filter(({ finish_reason: reason }) => wordOf(reason) !== undefined).flatMap(blocksOf)
  return { texts, closes, withhold: bringsCall ? 'call' : 'no', outcome: 'goes-on' }
}

function hasCall(message: JsonObject | undefined): boolean {
  return objectsOf(message?.['tool_calls']).length > 0 || objectOf(message?.['function_call']) !== undefined
}

function blocksOf(part: JsonObject): readonly string[] {
  const choice = choiceIndex(part)
  return [String(choice), `${choice}:refusal`]
}

function textsOf(part: JsonObject): readonly DecodedText[] {
  const choice = choiceIndex(part)
  const delta = objectOf(part['delta'])
  const content = contentTexts(delta?.['content']).map(
    (text) => ({ place: String(choice), choice, kind: 'text', text }) as const,
  )
  const refusal = {
    place: `${choice}:refusal`,
    choice,
    kind: 'refusal',
    text: textOf(delta?.['refusal']) ?? '',
  } as const
  return [...content, refusal].filter(({ text }) => text !== '')
}
