import type { ModelAction, ReplyEdit } from '../chaos/model-action.ts'
import type { WireFormat } from '../wire/format.ts'
import type { Framing } from '../wire/frame.ts'
import { objectOf } from '../wire/loose-json.ts'
import type { DecodedReply } from '../wire/reply.ts'
import { editedReply, scriptedReply } from './chaos-scripted.ts'
import { parseBody } from './parse-body.ts'

/** A reply as it came from the provider, decompressed. */
export interface ReplyToDamage {
  readonly format: WireFormat
  readonly framing: Framing
  readonly isStream: boolean
  readonly bytes: Buffer
  readonly requestId: string
}

/** A reply as the agent gets it. */
export interface DamagedReply {
  readonly pieces: readonly Uint8Array[]
  /** Before every piece. */
  readonly pauseMs: number
  /** The connection breaks where the pieces end. */
  readonly isCut: boolean
}

const BRACE = 0x7b

/** About as much as providers put into one frame. */
const FRAME_CHARS = 16

/** Applies the edits in order; those that find nothing to change are reported as missed. */
export function damagedReply(reply: ReplyToDamage, { edits, missed }: ModelAction): DamagedReply {
  const read = readReply(reply)
  if (read === undefined) {
    for (const edit of edits) missed?.(edit)
    return { pieces: [reply.bytes], pauseMs: 0, isCut: false }
  }
  const original = scriptedReply(read.decoded, reply.requestId)
  let scripted = original
  for (const edit of edits) {
    const next = editedReply(scripted, edit)
    if (next === scripted && isAboutContent(edit)) missed?.(edit)
    scripted = next
  }
  let pieces = scripted === original ? read.pieces : encoded(reply, scripted)
  for (const edit of edits)
    if (edit.kind === 'garbage' && edit.isFrame) pieces = withGarbage(reply, pieces, edit.text)
  const cut = edits.find((edit) => edit.kind === 'cut-stream')
  const pauseMs = edits.reduce((sum, edit) => sum + (edit.kind === 'slow-stream' ? edit.delayMs : 0), 0)
  return cut === undefined
    ? { pieces, pauseMs, isCut: false }
    : { pieces: cutOff(reply, pieces, cut.afterFraction), pauseMs, isCut: true }
}

function isAboutContent(edit: ReplyEdit): boolean {
  return (
    edit.kind !== 'cut-stream' && edit.kind !== 'slow-stream' && !(edit.kind === 'garbage' && edit.isFrame)
  )
}

interface ReadReply {
  readonly decoded: DecodedReply
  readonly pieces: readonly Uint8Array[]
}

/** `undefined` for an error inside a stream and for what nobody can read: chaos leaves alone what is broken already. */
function readReply({ format, framing, isStream, bytes }: ReplyToDamage): ReadReply | undefined {
  if (!isStream) {
    const body = objectOf(parseBody(bytes))
    return body === undefined ? undefined : { decoded: format.decodeReply(body), pieces: [bytes] }
  }
  const splitter = framing.createSplitter()
  const reader = format.stream.createReader()
  const frames = [...splitter.push(bytes), ...splitter.end()]
  const outcomes = frames.map((frame) => reader.read(frame).outcome)
  if (outcomes.some((outcome) => outcome === 'failed' || outcome === 'unreadable')) return undefined
  if (!reader.isWhole && !outcomes.includes('complete')) return undefined
  return { decoded: format.decodeReply(reader.body()), pieces: frames.map((frame) => frame.bytes) }
}

function encoded(
  { format, framing, isStream }: ReplyToDamage,
  scripted: Parameters<WireFormat['encodeReply']>[0],
): readonly Uint8Array[] {
  return isStream
    ? format.encodeStream(scripted, { framing, textChars: FRAME_CHARS, argsChars: FRAME_CHARS })
    : [Buffer.from(JSON.stringify(format.encodeReply(scripted)))]
}

/** Half of a body followed by noise, or the payload of a frame in the middle of a stream replaced by noise. */
function withGarbage(
  { isStream }: ReplyToDamage,
  pieces: readonly Uint8Array[],
  noise: string,
): readonly Uint8Array[] {
  if (!isStream) {
    const whole = Buffer.concat(pieces)
    return [Buffer.concat([whole.subarray(0, Math.floor(whole.length / 2)), Buffer.from(noise)])]
  }
  const middle = pieces.findIndex((piece, at) => at >= Math.floor(pieces.length / 2) && piece.includes(BRACE))
  const at = middle < 0 ? pieces.findIndex((piece) => piece.includes(BRACE)) : middle
  const frame = Buffer.from(pieces[at] ?? []).toString('utf8')
  const broken = `${frame.slice(0, frame.indexOf('{') + 1)}${noise}${frame.slice(frame.lastIndexOf('}') + 1)}`
  return at < 0 ? pieces : pieces.with(at, Buffer.from(broken))
}

/** The break always comes before the reply says that it is over; otherwise nobody would miss anything. */
function cutOff(
  reply: ReplyToDamage,
  pieces: readonly Uint8Array[],
  fraction: number,
): readonly Uint8Array[] {
  const whole = Buffer.concat(pieces)
  const end = Math.min(Math.floor(whole.length * fraction), lastBreak(reply, pieces))
  const kept: Uint8Array[] = []
  let left = Math.max(1, end)
  for (const piece of pieces) {
    if (left <= 0) break
    kept.push(piece.subarray(0, left))
    left -= piece.length
  }
  return kept
}

function lastBreak({ format, framing, isStream }: ReplyToDamage, pieces: readonly Uint8Array[]): number {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (!isStream) return total - 1
  const splitter = framing.createSplitter()
  const reader = format.stream.createReader()
  let before = 0
  for (const frame of pieces.flatMap((piece) => splitter.push(piece))) {
    const { outcome, withhold } = reader.read(frame)
    if (outcome === 'complete' || withhold === 'finish' || reader.isWhole) break
    before += frame.bytes.length
  }
  return before
}
