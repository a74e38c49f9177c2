import type { Progress } from '../lab/matrix/options.ts'
import type { CliIo } from './io.ts'
import { liveLine } from './live-line.ts'

export interface ProgressLine {
  update(progress: Progress): void
  end(): void
}

/** How far a run is. */
export function progressLine(io: CliIo): ProgressLine {
  const line = liveLine(io)
  return {
    update: (progress) => line.show((elapsedMs) => describe(progress, elapsedMs)),
    end: () => line.end(),
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
