import type { CliIo } from './io.ts'

const LIVE_EVERY_MS = 100
const PLAIN_EVERY_MS = 5_000

/** Which phase is under way and how far it is; on standard error, over itself where that is a terminal. */
export function phaseProgress(io: CliIo): {
  readonly update: (phase: string, done: number, planned: number) => void
  readonly end: () => void
} {
  let lastAtMs = io.nowMs()
  let isShown = false
  return {
    update(phase, done, planned) {
      const nowMs = io.nowMs()
      const isLive = io.live === true
      if (nowMs - lastAtMs < (isLive ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return
      lastAtMs = nowMs
      const text = `${phase}: ${done} of ${planned} answers`
      io.err(isLive ? `\r\u001b[K${text}` : `${text}\n`)
      isShown = isLive
    },
    end() {
      if (isShown) io.err('\r\u001b[K')
      isShown = false
    },
  }
}
