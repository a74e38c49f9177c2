import type { CliIo } from './io.ts'

const LIVE_EVERY_MS = 100
const PLAIN_EVERY_MS = 5_000

/** One line that is written over on a terminal, and a plain one now and then elsewhere. Always on standard error. */
export interface LiveLine {
  /** Shows the text unless another was shown a moment ago; it is only made when it is shown. */
  show(text: (elapsedMs: number) => string): void
  /** Takes the line away, so that what follows begins on an empty one. */
  end(): void
}

export function liveLine(io: CliIo): LiveLine {
  const startedAtMs = io.nowMs()
  let lastAtMs = startedAtMs
  let isShown = false
  return {
    show(text) {
      const nowMs = io.nowMs()
      const isLive = io.live === true
      if (nowMs - lastAtMs < (isLive ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return
      lastAtMs = nowMs
      const words = text(nowMs - startedAtMs)
      io.err(isLive ? `\r\u001b[K${words.slice(0, Math.max(20, io.columns - 1))}` : `${words}\n`)
      isShown = isLive
    },
    end() {
      if (isShown) io.err('\r\u001b[K')
      isShown = false
    },
  }
}
