import type { Writable } from 'node:stream'

/** Resolves when the stream can take more. What nobody reads any more is let go. */
export function writeTo(stream: Writable, data: string | Buffer): Promise<void> {
  if (stream.destroyed || stream.writableEnded || stream.write(data)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done).off('error', done)
      resolve()
    }
    stream.on('drain', done).on('close', done).on('error', done)
  })
}
