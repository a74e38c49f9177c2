import type { JsonObject } from '../../../model/index.ts'
import type { FrameWriter } from '../../frame.ts'
import { objectOf, objectsOf, without } from '../../loose-json.ts'
import { isEmptyPlan, type Refusal } from '../../reply-plan.ts'
import { DONE, keepsTexts, type StreamOptions, type StreamWriter } from '../../stream-protocol.ts'
import { choiceIndex, createAssembler } from './assembler.ts'
import { appended } from './content.ts'
import type { ErrorVoice } from './errors.ts'
import { createChunkEditor } from './chunk-editor.ts'
import { reworded } from './reworded.ts'

export function createWriter(
  frames: FrameWriter,
  { hideUsage }: StreamOptions,
  inStreamError: ErrorVoice['inStream'],
): StreamWriter {
  const sent = createAssembler()
  const editor = createChunkEditor()

  function write(chunk: JsonObject): Uint8Array {
    sent.add(chunk)
    return frames.write(JSON.stringify(chunk))
  }

  return {
    emit(frame, reading, texts, plan) {
      const { event } = reading
      const isEdited = !isEmptyPlan(plan)
      if (event === undefined)
        return [
          ...(isEdited && frame.data?.trim() === DONE ? editor.finish(plan).map(write) : []),
          frames.pass(frame),
        ]
      const chunk = keepsTexts(reading, texts) ? event : reworded(event, texts)
      if (hideUsage && isUsageReport(event)) return []
      const chunks =
        chunk === undefined ? [] : isEdited ? editor.edit(chunk, plan) : (editor.note(chunk), [chunk])
      if (chunks.length !== 1 || chunks[0] !== event) return chunks.map(write)
      sent.add(event)
      return [frames.pass(frame)]
    },
    refuse(refusal, body) {
      const open = objectsOf(body['choices']).filter(
        (choice) => sent.choice(choiceIndex(choice))?.finishReason === undefined,
      )
      const indexes = open.length > 0 ? open.map(choiceIndex) : [0]
      const base = chunkBase(body)
      const usage = objectOf(body['usage'])
      const chunks = indexes.flatMap((index) =>
        refusalParts(index, refusal, sent.choice(index)?.content.text),
      )
      const report = usage !== undefined && !hideUsage ? [{ ...base, choices: [], usage }] : []
      return [
        ...chunks.map((part) => write({ ...base, choices: [part] })),
        ...report.map(write),
        frames.write(DONE),
      ]
    },
    fail: (message, cause) => [frames.write(JSON.stringify(inStreamError(message, cause)))],
  }
}

/** The extra chunk that a stream only carries when it is asked to report usage. */
function isUsageReport(chunk: JsonObject): boolean {
  return (
    objectOf(chunk['usage']) !== undefined && Array.isArray(chunk['choices']) && chunk['choices'].length === 0
  )
}

function chunkBase(body: JsonObject): JsonObject {
  const base = { id: 'chatcmpl-holdfast', created: 0, model: 'unknown', ...without(body, 'choices', 'usage') }
  return { ...base, object: 'chat.completion.chunk' }
}

function refusalParts(
  index: number,
  { message, style }: Refusal,
  before: string | undefined,
): readonly JsonObject[] {
  const role = before === undefined ? { role: 'assistant' } : {}
  const words =
    style === 'refusal'
      ? { refusal: message }
      : { content: appended(before ?? '', message).slice(before?.length ?? 0) }
  return [
    { index, delta: { ...role, ...words }, finish_reason: null },
    { index, delta: {}, finish_reason: 'stop' },
  ]
}
