import type { JsonObject } from '../model/index.ts'
import type { Frame, FrameWriter } from './frame.ts'
import { objectOf, parseJson } from './loose-json.ts'
import type { Refusal, ReplyPlan } from './reply-plan.ts'
import type { DecodedText } from './reply.ts'

/** What one frame means for the gate. */
export interface FrameReading {
  readonly event?: JsonObject
  /** Text the frame brings, with the block it belongs to. */
  readonly texts: readonly DecodedText[]
  /** Blocks, or flows of them, to which no more text will come. */
  readonly closes: readonly string[]
  /** Nothing from this frame on may leave before the reply is judged. */
  readonly withhold: 'no' | 'finish' | 'call'
  readonly outcome: 'goes-on' | 'complete' | 'failed' | 'unreadable'
}

export const INERT: FrameReading = { texts: [], closes: [], withhold: 'no', outcome: 'goes-on' }

export const UNREADABLE: FrameReading = { ...INERT, outcome: 'unreadable' }

/** Understands a stream frame by frame and puts together the body the same reply would have had unstreamed. */
export interface StreamReader {
  read(frame: Frame): FrameReading
  body(): JsonObject
  /** The reply is whole, even if the stream stops here. */
  readonly isWhole: boolean
}

/** Something broke, and may be tried again; or it was denied, and would be again. */
export type FailCause = 'broken' | 'denied'

/** Sends what the gate lets through and knows what the client has been sent so far. */
export interface StreamWriter {
  /** `texts` are what may leave of `reading.texts`; the frame keeps its bytes when nothing about it changes. */
  emit(frame: Frame, reading: FrameReading, texts: readonly string[], plan: ReplyPlan): readonly Uint8Array[]
  /** Closes what is open and ends the reply with a refusal; `body` is the reply as far as it was read. */
  refuse(refusal: Refusal, body: JsonObject): readonly Uint8Array[]
  /** Ends the stream with the provider's own error. */
  fail(message: string, cause: FailCause): readonly Uint8Array[]
}

export interface StreamOptions {
  /** Keeps back the usage report, because the client did not ask for one. */
  readonly hideUsage: boolean
}

export interface StreamProtocol {
  createReader(): StreamReader
  createWriter(frames: FrameWriter, options: StreamOptions): StreamWriter
}

/** True when the frame leaves as it came. */
export function keepsTexts(reading: FrameReading, texts: readonly string[]): boolean {
  return reading.texts.every(({ text }, position) => text === texts[position])
}

/** The event inside a frame; `undefined` for a frame that carries none, such as a comment or `[DONE]`. */
export function eventOf({ data }: Frame): JsonObject | 'unreadable' | undefined {
  if (data === undefined || data.trim() === DONE) return undefined
  return objectOf(parseJson(data)) ?? 'unreadable'
}

/** The word with which some formats end a stream. */
export const DONE = '[DONE]'
