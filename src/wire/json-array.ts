import type { Frame, FrameSplitter, FrameWriter, Framing } from './frame.ts'
import { decodeUtf8, encodeUtf8, joinBytes } from './utf8.ts'

const [QUOTE, COMMA, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [
  34, 44, 92, 123, 125, 91, 93,
]

/** A stream that is one long JSON array, an element at a time. */
export const jsonArrayFraming: Framing = {
  createSplitter: createJsonArraySplitter,
  createWriter: createJsonArrayWriter,
  // white space may stand between any two elements
  keepAlive: encodeUtf8('\n'),
}

/** Each element is a frame together with the bracket, comma and white space in front of it. */
export function createJsonArraySplitter(): FrameSplitter {
  let pieces: Uint8Array[] = []
  let openBytes = 0
  let depth = 0
  let inText = false
  let escaped = false
  let opened = false

  function take(bytes: Uint8Array, from: number, to: number, frames: Frame[], closing = false): void {
    pieces.push(bytes.subarray(from, to))
    frames.push(elementFrame(joinBytes(pieces), closing))
    pieces = []
    openBytes = 0
  }

  function push(bytes: Uint8Array): readonly Frame[] {
    const frames: Frame[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (inText) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inText = false
      } else if (byte === QUOTE) inText = true
      else if (byte === OPEN_LIST && depth === 0 && !opened) opened = true
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1
      else if (byte === CLOSE_LIST && depth === 0) {
        take(bytes, from, at + 1, frames, true)
        from = at + 1
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1
        if (depth > 0) continue
        depth = 0
        take(bytes, from, at + 1, frames)
        from = at + 1
      }
    }
    if (from < bytes.length) {
      pieces.push(bytes.subarray(from))
      openBytes += bytes.length - from
    }
    return frames
  }

  function end(): readonly Frame[] {
    const frames: Frame[] = []
    if (openBytes > 0) take(new Uint8Array(0), 0, 0, frames)
    return frames
  }

  return {
    push,
    end,
    get openBytes() {
      return openBytes
    },
  }
}

function elementFrame(bytes: Uint8Array, closing: boolean): Frame {
  const data = withoutLead(decodeUtf8(bytes))
  if (closing && data === ']') return { bytes, closing: true }
  return data === '' ? { bytes } : { bytes, data }
}

function withoutLead(text: string): string {
  return text.trimStart().replace(/^[[,]/u, '').trim()
}

/** Puts its own bracket or comma in front of an element whenever the one it came with no longer fits. */
function createJsonArrayWriter(): FrameWriter {
  let elements = 0
  let opened = false

  const lead = (): string => (opened ? (elements === 0 ? '' : ',\n') : '[')
  const fits = (first: number | undefined): boolean =>
    first === OPEN_LIST ? !opened : first === COMMA ? elements > 0 : opened && elements === 0

  function element(bytes: Uint8Array): Uint8Array {
    opened = true
    elements += 1
    return bytes
  }
  return {
    pass(frame) {
      if (frame.data !== undefined)
        return element(fits(firstInk(frame.bytes)) ? frame.bytes : encodeUtf8(lead() + frame.data))
      if (frame.closing === true)
        return opened || firstInk(frame.bytes) === OPEN_LIST ? frame.bytes : encodeUtf8('[]')
      return frame.bytes
    },
    write: (json) => element(encodeUtf8(lead() + json)),
    close: () => encodeUtf8(opened ? ']' : '[]'),
  }
}

/** The first byte that is not white space. */
function firstInk(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13)
}
