/** A stream that may need a sign of life while something is held back. */
export interface OpenStream {
  tick(nowMs: number, afterMs: number): void
}

export const openStreams = new Set<OpenStream>()

const LOOK_EVERY_MS = 5000
const QUIET_MS = 10_000

/** One timer for all streams; a timer each would cost memory for nothing. */
export function startKeepAlive(nowMs: () => number): () => void {
  const timer = setInterval(() => {
    const now = nowMs()
    for (const stream of openStreams) stream.tick(now, QUIET_MS)
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
