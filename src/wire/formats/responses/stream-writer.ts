import type { JsonObject } from '../../../model/index.ts'
import { BLOCKED_CODE } from '../../denial.ts'
import type { FrameWriter } from '../../frame.ts'
import { indexOf, listOf, objectOf, textOf, typeOf } from '../../loose-json.ts'
import type { CallChange, ReplyPlan } from '../../reply-plan.ts'
import { keepsTexts, type FailCause, type StreamWriter } from '../../stream-protocol.ts'
import { createTextPile, type TextPile } from '../../text-pile.ts'
import { createAssembler, partOfText, TERMINAL, type OpenItem } from './assembler.ts'
import { messageEvents, openedResponse, partEnd } from './events.ts'
import { argsStream, withArgs } from './items.ts'
import { messageItem, replacementId, wordsPart } from './messages.ts'
import { denialItem, partText, rewriteItem, rewritePart } from './reply.ts'

/** An item is replaced by exactly one item, so only the numbers of the events move. */
export function createWriter(frames: FrameWriter): StreamWriter {
  const upstream = createAssembler()
  const sent = createAssembler()
  const sentTexts = new Map<string, TextPile>()
  const reworded = new Set<string>()
  const replaced = new Set<string>()
  let sentAny = false
  let lastNumber = -1
  let shift = 0

  function write(event: JsonObject, number: number | undefined): Uint8Array {
    const numbered = number === undefined ? event : { ...event, sequence_number: number }
    note(numbered)
    return frames.write(JSON.stringify(numbered), typeOf(event))
  }

  function note(event: JsonObject): void {
    sentAny = true
    lastNumber = indexOf(event['sequence_number']) ?? lastNumber
    sent.add(event)
  }

  const textAt = (place: string, { texts }: ReplyPlan): string | undefined =>
    texts.get(place) ?? (reworded.has(place) ? sentTexts.get(place)?.text : undefined)

  /** The events to send in place of one; the same event alone when nothing about it changes. */
  function edited(event: JsonObject, texts: readonly string[], plan: ReplyPlan): readonly JsonObject[] {
    const item = upstream.itemOf(event)
    const change = item === undefined ? undefined : plan.calls.get(item.place)
    if (item !== undefined && change !== undefined) return editedCall(event, item, change)
    if (TERMINAL.has(typeOf(event))) return [withOutput(event, plan)]
    const part = upstream.partOf(event)
    if (part !== undefined && textOf(event['delta']) !== undefined) {
      const text = plan.texts.has(part.place) ? onceOnly(part.place, plan) : texts.join('')
      if (text === event['delta']) return [event]
      return text === '' ? [] : [{ ...event, delta: text, ...noTokens(event) }]
    }
    if (part !== undefined) return [withWhole(event, textAt(part.place, plan))]
    const whole = objectOf(event['item'])
    if (whole === undefined || item === undefined) return [event]
    const rewritten = rewriteItem(whole, item.place, plan.calls, (place) => textAt(place, plan))
    return [rewritten === whole ? event : { ...event, item: rewritten }]
  }

  /** A new text goes out with the first piece of the old one. */
  function onceOnly(place: string, { texts }: ReplyPlan): string {
    if (replaced.has(place)) return ''
    replaced.add(place)
    return texts.get(place) ?? ''
  }

  function editedCall(
    event: JsonObject,
    { place, item }: OpenItem,
    change: CallChange,
  ): readonly JsonObject[] {
    const index = Number(event['output_index'])
    if (change.kind === 'args') return editedArgs(event, item, change.args)
    if (replaced.has(place)) return []
    replaced.add(place)
    const denial = denialItem(item, change)
    return messageEvents(index, denial, objectOf(listOf(denial['content'])[0]) ?? {})
  }

  /** The final response must not bring back what was replaced before. */
  function withOutput(event: JsonObject, plan: ReplyPlan): JsonObject {
    const response = objectOf(event['response']) ?? {}
    const output = listOf(response['output'])
    const rewritten = output.map((value, at) => {
      const place = upstream.itemFor(objectOf(value) ?? {}, at)?.place ?? String(at)
      return rewriteItem(value, place, plan.calls, (part) => textAt(part, plan))
    })
    return rewritten.every((value, at) => value === output[at])
      ? event
      : { ...event, response: { ...response, output: rewritten } }
  }

  function closeItem({ item, parts, place, isDone }: OpenItem): readonly JsonObject[] {
    if (isDone) return []
    const output_index = Number(place)
    const content = parts.map(partOfText)
    const item_id = textOf(item['id']) ?? ''
    const whole = typeOf(item) === 'message' ? { ...item, status: 'incomplete', content } : item
    const ends = content.flatMap((part, content_index) =>
      partEnd({ item_id, output_index, content_index }, part),
    )
    return [...ends, { type: 'response.output_item.done', output_index, item: whole }]
  }

  return {
    emit(frame, reading, texts, plan) {
      const { event } = reading
      if (event === undefined) return [frames.pass(frame)]
      upstream.add(event)
      reading.texts.forEach(({ place, text }, at) => {
        const pile = sentTexts.get(place) ?? createTextPile()
        sentTexts.set(place, pile)
        pile.add(texts[at] ?? '')
        if (text !== texts[at]) reworded.add(place)
      })
      const events = edited(
        event,
        keepsTexts(reading, texts) ? reading.texts.map(({ text }) => text) : texts,
        plan,
      )
      const number = indexOf(event['sequence_number'])
      if (events.length === 1 && events[0] === event && shift === 0) {
        note(event)
        return [frames.pass(frame)]
      }
      const first = number === undefined ? undefined : number + shift
      if (number !== undefined) shift += events.length - 1
      return events.map((each, at) => write(each, first === undefined ? undefined : first + at))
    },
    refuse(refusal, body) {
      const opening = sentAny ? [] : openingEvents(body)
      const closing = sent.items.flatMap(closeItem)
      const item = messageItem(replacementId(textOf(body['id']) ?? ''), [wordsPart(refusal)])
      const events = [...opening, ...closing, ...messageEvents(sent.items.length, item, wordsPart(refusal))]
      const bytes = events.map((event) => write(event, lastNumber + 1))
      const response = {
        ...body,
        status: 'completed',
        incomplete_details: null,
        error: null,
        output: sent.body()['output'] ?? [],
      }
      return [...bytes, write({ type: 'response.completed', response }, lastNumber + 1)]
    },
    fail: (message, cause) => [write(inStreamError(message, cause), lastNumber + 1)],
  }
}

/** Told twice: flat as the reference says, and nested as older clients look for it. */
function inStreamError(message: string, cause: FailCause): JsonObject {
  const isDenied = cause === 'denied'
  const problem = { code: isDenied ? BLOCKED_CODE : 'stream_error', message, param: null }
  return {
    type: 'error',
    ...problem,
    error: { type: isDenied ? 'permission_error' : 'server_error', ...problem },
  }
}

function openingEvents(body: JsonObject): readonly JsonObject[] {
  const response = openedResponse({
    id: 'resp_holdfast',
    object: 'response',
    created_at: 0,
    model: 'unknown',
    ...body,
  })
  return [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
  ]
}

function noTokens(event: JsonObject): JsonObject {
  return event['logprobs'] === undefined ? {} : { logprobs: [] }
}

/** An event that tells the whole text of a part again. */
function withWhole(event: JsonObject, text: string | undefined): JsonObject {
  if (text === undefined) return event
  const part = objectOf(event['part'])
  if (part !== undefined) {
    // an announced part is still empty, and its text comes in the events after it
    return partText(part).text === '' ? event : { ...event, part: rewritePart(part, text) }
  }
  const kind = typeOf(event).startsWith('response.refusal.') ? 'refusal' : 'text'
  return textOf(event[kind]) === undefined ? event : { ...event, [kind]: text, ...noTokens(event) }
}

/** Rewritten arguments are told as a whole as soon as the call is announced. */
function editedArgs(event: JsonObject, item: JsonObject, args: JsonObject): readonly JsonObject[] {
  const told = objectOf(event['item'])
  const stream = argsStream(item)
  if (told === undefined) return []
  const whole = withArgs(told, args)
  if (typeOf(event) !== 'response.output_item.added' || stream === undefined)
    return [{ ...event, item: whole }]
  const address = { item_id: textOf(told['id']) ?? '', output_index: event['output_index'] ?? 0 }
  const words = whole[stream.key] ?? ''
  return [
    { ...event, item: { ...told, [stream.key]: '' } },
    { type: `${stream.events}.delta`, ...address, delta: words },
    {
      type: `${stream.events}.done`,
      ...address,
      [stream.key]: words,
      ...(told['name'] !== undefined && { name: told['name'] }),
    },
  ]
}
