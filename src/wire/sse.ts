import type { Frame, FrameSplitter, FrameWriter, Framing } from './frame.ts'
import { decodeUtf8, encodeUtf8, joinBytes } from './utf8.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Server-sent events, with the comment or event that keeps such a stream alive. */
export function sseFraming(keepAlive: string): Framing {
  return {
    createSplitter: createSseSplitter,
    createWriter: createSseWriter,
    keepAlive: encodeUtf8(keepAlive),
  }
}

function createSseWriter(): FrameWriter {
  return {
    pass: ({ bytes }) => bytes,
    write: (data, event) => encodeUtf8(sseText(data, event)),
    close: () => undefined,
  }
}

/** `data` is JSON or a marker and holds no line break. */
export function sseText(data: string, event?: string): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`
}

/**
 * A frame ends with a blank line; lines end with LF, CRLF or CR. After a CR the next byte decides whether
 * the frame is over, so that an LF never goes astray when the network cuts between the two.
 */
export function createSseSplitter(): FrameSplitter {
  let pieces: Uint8Array[] = []
  let openBytes = 0
  let lineIsBlank = true
  let sawContent = false
  let afterReturn: 'no' | 'line' | 'frame' = 'no'

  function take(bytes: Uint8Array, from: number, to: number, frames: Frame[]): void {
    pieces.push(bytes.subarray(from, to))
    frames.push(sseFrame(joinBytes(pieces)))
    pieces = []
    openBytes = 0
    sawContent = false
  }

  /** True when the line that just ended closes a frame. */
  function endLine(): boolean {
    const closes = lineIsBlank && sawContent
    lineIsBlank = true
    return closes
  }

  function push(bytes: Uint8Array): readonly Frame[] {
    const frames: Frame[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (afterReturn !== 'no') {
        const completesFrame = afterReturn === 'frame'
        afterReturn = 'no'
        if (completesFrame) {
          const next = byte === LINE_FEED ? at + 1 : at
          take(bytes, from, next, frames)
          from = next
        }
        if (byte === LINE_FEED) continue
      }
      if (byte === LINE_FEED) {
        if (!endLine()) continue
        take(bytes, from, at + 1, frames)
        from = at + 1
      } else if (byte === CARRIAGE_RETURN) afterReturn = endLine() ? 'frame' : 'line'
      else {
        lineIsBlank = false
        sawContent = true
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

function sseFrame(bytes: Uint8Array): Frame {
  const data = dataOf(decodeUtf8(bytes))
  return data === undefined ? { bytes } : { bytes, data }
}

/** The `data` lines of one event, joined as the standard says; every format names its events inside the data. */
function dataOf(text: string): string | undefined {
  const lines: string[] = []
  for (const line of text.includes('\r') ? text.split(/\r\n|\r|\n/u) : text.split('\n')) {
    if (line === 'data') lines.push('')
    else if (line.startsWith('data:')) lines.push(line.slice(line[5] === ' ' ? 6 : 5))
  }
  const data = lines.join('\n')
  return data.trim() === '' ? undefined : data
}
