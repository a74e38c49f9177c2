import type { CliIo } from '../io.ts'

const QUIET_MS = 2_000
const EVERY_MS = 100

export interface ProgressLine {
  readonly show: (done: number, all: number, failed: number) => void
  clear(): void
}

/** One line that is written over, for people who wait longer than two seconds in front of a terminal. */
export function createProgressLine(
  io: CliIo,
  isTerminal = process.stderr.isTTY && io.env['CI'] === undefined,
): ProgressLine {
  const startedMs = io.nowMs()
  let shownMs = 0
  return {
    show(done, all, failed) {
      const nowMs = io.nowMs()
      if (!isTerminal || nowMs - startedMs < QUIET_MS || nowMs - shownMs < EVERY_MS) return
      shownMs = nowMs
      const leftSecs = Math.ceil((((nowMs - startedMs) / done) * (all - done)) / 1000)
      io.err(`\r\u001b[K${done}/${all} trials, ${failed} failed, about ${leftSecs} s left`)
    },
    clear() {
      if (shownMs > 0) io.err('\r\u001b[K')
    },
  }
}
