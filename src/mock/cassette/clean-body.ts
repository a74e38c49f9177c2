import type { JsonValue } from '../../model/index.ts'
import {
  createStreamGate,
  openaiChat,
  parseJson,
  type Framing,
  type ReplyEdit,
  type TextFilter,
  type WireFormat,
} from '../../wire/index.ts'
import { isSameJson, redactJson, type SecretScanner } from './secrets.ts'

/** A piece of a body and when it came. */
export interface TimedBytes {
  readonly afterMs: number
  readonly bytes: Uint8Array
}

export interface StreamKind {
  readonly format: WireFormat
  readonly framing: Framing
}

/** `undefined` when a secret stands where it cannot be taken out, so that nothing may be kept. */
export type CleanBody = readonly TimedBytes[] | undefined

/** A body that came whole: untouched unless there is a secret in it. */
export function cleanWhole(piece: TimedBytes, secrets: SecretScanner): CleanBody {
  const body = parseJson(piece.bytes)
  const redacted = body === undefined ? undefined : redactJson(body, secrets)
  const changed = body !== undefined && redacted !== undefined && !isSameJson(body, redacted)
  const bytes = changed ? Buffer.from(JSON.stringify(redacted)) : piece.bytes
  // what no parser has seen is searched as it stands; every secret we know is written in ASCII
  const text = latin1(bytes)
  const clean = secrets.redact(text).text
  if (clean === text) return [{ ...piece, bytes }]
  return body === undefined ? [{ ...piece, bytes: Buffer.from(clean, 'latin1') }] : undefined
}

/** A stream, one event a frame. A secret that is spread over several events is taken out of all of them. */
export function cleanStream(
  pieces: readonly TimedBytes[],
  secrets: SecretScanner,
  kind: StreamKind | undefined,
): CleanBody {
  const events = splitEvents(pieces, kind)
  // the gate goes first: it compares what events say in pieces with what others say in whole
  const gated =
    kind === undefined || isCleanReply(events, secrets, kind) ? events : throughGate(events, secrets, kind)
  const clean = cleanEvents(gated, secrets)
  const isClean = isCleanText(clean, secrets) && (kind === undefined || isCleanReply(clean, secrets, kind))
  return isClean ? clean : undefined
}

function splitEvents(pieces: readonly TimedBytes[], kind: StreamKind | undefined): readonly TimedBytes[] {
  const splitter = kind?.framing.createSplitter() ?? openaiChat.framing.createSplitter()
  const events = pieces.flatMap(({ afterMs, bytes }) =>
    splitter.push(bytes).map((frame) => ({ afterMs, bytes: frame.bytes })),
  )
  const afterMs = pieces.at(-1)?.afterMs ?? 0
  return [...events, ...splitter.end().map(({ bytes }) => ({ afterMs, bytes }))]
}

/** Secrets that stand inside one event; an event without any keeps its bytes. */
function cleanEvents(events: readonly TimedBytes[], secrets: SecretScanner): readonly TimedBytes[] {
  return events.map((event) => {
    const text = new TextDecoder().decode(event.bytes)
    const start = text.indexOf('{')
    const end = text.lastIndexOf('}') + 1
    const value = start < 0 ? undefined : parseJson(text.slice(start, end))
    if (value === undefined) return event
    const clean = redactJson(value, secrets)
    if (isSameJson(value, clean)) return event
    return { ...event, bytes: Buffer.from(text.slice(0, start) + JSON.stringify(clean) + text.slice(end)) }
  })
}

function isCleanText(events: readonly TimedBytes[], secrets: SecretScanner): boolean {
  const text = latin1(Buffer.concat(events.map(({ bytes }) => bytes)))
  return secrets.redact(text).text === text
}

/** What a client would put together from the events. */
function isCleanReply(events: readonly TimedBytes[], secrets: SecretScanner, kind: StreamKind): boolean {
  const splitter = kind.framing.createSplitter()
  const reader = kind.format.stream.createReader()
  const texts = new Map<string, string>()
  const frames = [...events.flatMap(({ bytes }) => splitter.push(bytes)), ...splitter.end()]
  for (const frame of frames)
    for (const { place, text } of reader.read(frame).texts) texts.set(place, (texts.get(place) ?? '') + text)
  const assembled: JsonValue = [reader.body(), ...texts.values()]
  return isSameJson(assembled, redactJson(assembled, secrets))
}

/** The gate that guards live streams rewrites texts and arguments in the provider's own words. */
function throughGate(
  events: readonly TimedBytes[],
  secrets: SecretScanner,
  { format, framing }: StreamKind,
): readonly TimedBytes[] {
  const gate = createStreamGate({
    format,
    framing,
    filterFor: () => wholeBlockFilter(secrets),
    judgeReply: ({ calls }): ReplyEdit[] =>
      calls.flatMap(({ args }, call) => {
        const clean = redactJson(args, secrets)
        return isSameJson(args, clean) ? [] : [{ kind: 'replace-args', call, args: clean as typeof args }]
      }),
  })
  const afterMs = events.at(-1)?.afterMs ?? 0
  return [
    ...events.flatMap((event) => gate.push(event.bytes).map((bytes) => ({ afterMs: event.afterMs, bytes }))),
    ...gate.end().map((bytes) => ({ afterMs, bytes })),
  ]
}

/** Nobody waits for a recording, so a block of text is looked at as a whole. */
function wholeBlockFilter(secrets: SecretScanner): TextFilter {
  let kept = ''
  return {
    push(text) {
      kept += text
      return { released: '', consumed: 0 }
    },
    flush: () => ({ released: secrets.redact(kept).text, consumed: kept.length }),
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
