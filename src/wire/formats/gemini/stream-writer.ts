import type { JsonObject } from '../../../model/index.ts'
import type { FrameWriter } from '../../frame.ts'
import { objectOf, without, wordOf } from '../../loose-json.ts'
import { isEmptyPlan, type ReplyPlan } from '../../reply-plan.ts'
import { keepsTexts, type FrameReading, type StreamWriter } from '../../stream-protocol.ts'
import { assembledPart, createAssembler, isFinished, type Located } from './assembler.ts'
import { inStreamError } from './errors.ts'
import { callOf, candidatesOf, isText, QUOTING_KEYS, type KeyedCandidate } from './parts.ts'
import { finishAfter, refusedCandidate, rewritePart } from './reply.ts'

export function createWriter(frames: FrameWriter): StreamWriter {
  const upstream = createAssembler()
  const sent = createAssembler()
  const reworded = new Set<number>()
  const replaced = new Set<string>()

  function write(chunk: JsonObject): Uint8Array {
    sent.add(chunk)
    return frames.write(JSON.stringify(chunk))
  }

  const hasText = (key: number, parts: readonly JsonObject[]): boolean =>
    [...(sent.candidate(key)?.parts ?? []).map(assembledPart), ...parts].some(
      (part) => isText(part) && part['text'] !== '',
    )

  /** The parts to send in place of one. */
  function editedPart(
    part: JsonObject,
    { place, isFirst }: Located,
    plan: ReplyPlan,
    afterText: boolean,
  ): JsonObject[] {
    if (plan.calls.has(place)) return isFirst ? [rewritePart(part, place, plan, afterText)] : []
    if (!plan.texts.has(place) || part['text'] === '') return [part]
    if (replaced.has(place)) return []
    replaced.add(place)
    return [rewritePart(part, place, plan, afterText)]
  }

  function editedCandidate(
    { key, candidate, parts }: KeyedCandidate,
    places: readonly Located[],
    plan: ReplyPlan,
    nextText: () => string,
  ): JsonObject | undefined {
    const edited: JsonObject[] = []
    parts.forEach((part, at) => {
      const worded = withText(part, nextText)
      if (worded !== part) reworded.add(key)
      if (worded['text'] === '' && part['text'] !== '') return
      edited.push(...editedPart(worded, places[at] as Located, plan, hasText(key, edited)))
    })
    if ([...plan.texts.keys()].some((place) => place.startsWith(`${key}:`))) reworded.add(key)
    const bare = reworded.has(key) && quotes(candidate) ? without(candidate, ...QUOTING_KEYS) : candidate
    const finish = finishAfter(candidate, callsLeft(key, edited), key, plan)
    const isKept = edited.length === parts.length && edited.every((part, at) => part === parts[at])
    if (isKept)
      return bare === candidate && Object.keys(finish).length === 0 ? candidate : { ...bare, ...finish }
    const isLast = wordOf(candidate['finishReason']) !== undefined
    if (edited.length === 0 && !isLast) return undefined
    // the official client drops a turn in which a chunk has no parts
    const content = {
      ...objectOf(candidate['content']),
      parts: edited.length === 0 ? [{ text: '' }] : edited,
    }
    return { ...bare, content, ...finish }
  }

  const callsLeft = (key: number, parts: readonly JsonObject[]): boolean =>
    [...(sent.candidate(key)?.parts ?? []).map(assembledPart), ...parts].some(
      (part) => callOf(part) !== undefined,
    )

  function editedChunk(
    chunk: JsonObject,
    reading: FrameReading,
    texts: readonly string[],
    plan: ReplyPlan,
  ): JsonObject | undefined {
    const places = upstream.add(chunk)
    if (isEmptyPlan(plan) && keepsTexts(reading, texts) && reworded.size === 0) return chunk
    let at = 0
    const nextText = (): string => texts[at++] ?? ''
    const keyed = candidatesOf(chunk['candidates'])
    const edited = keyed.map((candidate, position) =>
      editedCandidate(candidate, places[position] ?? [], plan, nextText),
    )
    if (edited.every((candidate, position) => candidate === keyed[position]?.candidate)) return chunk
    const left = edited.filter((candidate) => candidate !== undefined)
    return left.length === 0 && keyed.length > 0 ? undefined : { ...chunk, candidates: left }
  }

  return {
    emit(frame, reading, texts, plan) {
      const { event } = reading
      if (event === undefined) return [frames.pass(frame)]
      const chunk = editedChunk(event, reading, texts, plan)
      if (chunk === undefined) return []
      if (chunk !== event) return [write(chunk)]
      sent.add(event)
      return [frames.pass(frame)]
    },
    refuse(refusal, body) {
      const open = candidatesOf(body['candidates']).filter(({ key }) => {
        const known = sent.candidate(key)
        return known === undefined || !isFinished(known)
      })
      const keys = open.length > 0 ? open.map(({ key }) => key) : [0]
      const candidates = keys.map((index) => {
        const message = hasText(index, []) ? `\n\n${refusal.message}` : refusal.message
        return refusedCandidate({ index }, { ...refusal, message })
      })
      return [write({ ...without(body, 'promptFeedback', 'candidates'), candidates })]
    },
    fail: (message, cause) => [frames.write(JSON.stringify(inStreamError(message, cause)))],
  }
}

function withText(part: JsonObject, nextText: () => string): JsonObject {
  if (!isText(part) || part['text'] === '') return part
  const text = nextText()
  return text === part['text'] ? part : { ...part, text }
}

function quotes(candidate: JsonObject): boolean {
  return QUOTING_KEYS.some((key) => candidate[key] !== undefined)
}
