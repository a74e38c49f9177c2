import type { RunResult, RunTiming } from '../lab/run-result.ts'

/** Everything a reporter may show. It computes nothing: the numbers are in the result. */
export interface RunReport {
  readonly result: RunResult
  /** Absent in reports that must be the same on every run. */
  readonly timing?: RunTiming
  /** The name of the run's folder. */
  readonly id?: string
}

export interface ReportStyle {
  readonly colour: boolean
  readonly columns: number
}

export const PLAIN: ReportStyle = { colour: false, columns: 80 }

export interface Reporter {
  readonly name: string
  readonly summary: string
  /** The endings of files that are written with it. */
  readonly endings: readonly string[]
  render(report: RunReport, style?: ReportStyle): string
}

export function defineReporter(reporter: Reporter): Reporter {
  return reporter
}
