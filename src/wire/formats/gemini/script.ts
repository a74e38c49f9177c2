import type { JsonObject, Usage } from '../../../model/index.ts'
import { readArgs } from '../../call-args.ts'
import { commentedSse } from '../../keep-alive.ts'
import { piecesOf, stopOf, type Chunking, type ScriptedReply, type ScriptedStop } from '../../scripted.ts'

const FINISH_REASONS = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
  refusal: 'PROHIBITED_CONTENT',
} as const satisfies Record<ScriptedStop, string>

export function encodeReply(reply: ScriptedReply): JsonObject {
  return chunkOf(reply, scriptedParts(reply, {}), true)
}

export function encodeStream(reply: ScriptedReply, chunking: Chunking = {}): readonly Uint8Array[] {
  const { framing = commentedSse } = chunking
  const writer = framing.createWriter()
  const frames = encodeChunks(reply, chunking).map((chunk) => writer.write(JSON.stringify(chunk)))
  const last = writer.close()
  return last === undefined ? frames : [...frames, last]
}

function encodeChunks(reply: ScriptedReply, chunking: Chunking): readonly JsonObject[] {
  const parts = scriptedParts(reply, chunking)
  return parts.map((part, at) => chunkOf(reply, [part], at === parts.length - 1))
}

function chunkOf(reply: ScriptedReply, parts: readonly JsonObject[], isLast: boolean): JsonObject {
  const finish = isLast ? { finishReason: FINISH_REASONS[stopOf(reply)] } : {}
  return {
    candidates: [{ content: { role: 'model', parts }, ...finish, index: 0 }],
    usageMetadata: encodeUsage(reply.usage),
    modelVersion: reply.model,
    responseId: reply.id,
  }
}

/** The official client drops a turn without parts, so an empty reply still has an empty text. */
function scriptedParts(reply: ScriptedReply, { textChars }: Chunking): readonly JsonObject[] {
  const { thinking = '', toolCalls = [] } = reply
  const text = [reply.text ?? '', reply.refusal ?? ''].filter((words) => words !== '').join('\n\n')
  const parts = [
    ...piecesOf(thinking, textChars).map((piece) => ({ text: piece, thought: true })),
    ...piecesOf(text, textChars).map((piece) => ({ text: piece })),
    ...toolCalls.map(({ id, tool, args }) => ({
      functionCall: { id, name: tool, args: readArgs(args).args },
    })),
  ]
  return parts.length === 0 ? [{ text: '' }] : parts
}

function encodeUsage(
  { input, output, cacheRead, reasoning = 0 }: Usage = { input: 0, output: 0 },
): JsonObject {
  return {
    promptTokenCount: input,
    candidatesTokenCount: Math.max(0, output - reasoning),
    ...(cacheRead !== undefined && { cachedContentTokenCount: cacheRead }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    totalTokenCount: input + output,
  }
}
