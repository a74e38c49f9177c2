import { open } from 'node:fs/promises'

export interface Line {
  readonly text: string
  /** Where the next line starts. */
  readonly end: number
}

const CHUNK_BYTES = 65_536
const NEWLINE = 0x0a

/** The complete lines of a file from a position on; what follows the last newline is not a line yet. */
export async function* lines(file: string, from: number): AsyncIterable<Line> {
  const handle = await open(file, 'r')
  try {
    let held: Buffer[] = []
    let position = from
    for (;;) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        position,
      )
      if (bytesRead === 0) return
      let start = 0
      for (let at = buffer.indexOf(NEWLINE); at >= 0 && at < bytesRead; at = buffer.indexOf(NEWLINE, start)) {
        held.push(buffer.subarray(start, at))
        start = at + 1
        yield { text: Buffer.concat(held).toString('utf8'), end: position + start }
        held = []
      }
      held.push(buffer.subarray(start, bytesRead))
      position += bytesRead
    }
  } finally {
    await handle.close()
  }
}
