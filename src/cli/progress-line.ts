import type { Progress } from '../lab/matrix/options.ts'
import type { CliIo } from './io.ts'

const LIVE_EVERY_MS = 100
const PLAIN_EVERY_MS = 5_000

export interface ProgressLine {
  update(progress: Progress): void
  /** Takes the live line away, so that the report begins on an empty one. */
  end(): void
}

/** One line that is written over on a terminal, and a plain one now and then elsewhere. Always on standard error. */
export function progressLine(io: CliIo): ProgressLine {
  const startedAtMs = io.nowMs()
  let lastAtMs = startedAtMs
  let isShown = false
  return {
    update(progress) {
      const nowMs = io.nowMs()
      const isLive = io.live === true
      if (nowMs - lastAtMs < (isLive ? LIVE_EVERY_MS : PLAIN_EVERY_MS)) return
      lastAtMs = nowMs
      const text = describe(progress, nowMs - startedAtMs)
      io.err(isLive ? `\r\u001b[K${text.slice(0, Math.max(20, io.columns - 1))}` : `${text}\n`)
      isShown = isLive
    },
    end() {
      if (isShown) io.err('\r\u001b[K')
      isShown = false
    },
  }
}

export function describe(progress: Progress, elapsedMs: number): string {
  const { answered, planned, cells, doneCells, failedCells, costUsd } = progress
  const leftMs = answered === 0 ? undefined : (elapsedMs / answered) * Math.max(0, planned - answered)
  return [
    `${doneCells} of ${cells} cells`,
    `${answered} of ${planned} answers`,
    `${failedCells} failed`,
    ...(costUsd > 0 ? [`$${costUsd.toFixed(4)}`] : []),
    ...(leftMs === undefined ? [] : [`${duration(leftMs)} left`]),
  ].join(', ')
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}
