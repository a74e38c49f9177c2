import type { SuiteReport } from '../src/conformance/measure/report-shape.ts'
import type { RunResult } from '../src/lab/run-result.ts'

/** A kept result that this page can show. */
export type RunDocument =
  | { readonly kind: 'run'; readonly result: RunResult }
  | { readonly kind: 'conformance'; readonly report: SuiteReport }

/** Reads what it knows and says nothing of what it does not. */
export function runDocument(value: unknown): RunDocument | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { format } = value as { format?: unknown }
  if (format === 'holdfast.run/1') return { kind: 'run', result: value as RunResult }
  return format === 'holdfast.conformance/1'
    ? { kind: 'conformance', report: value as SuiteReport }
    : undefined
}

/** The matrix of a run, when it has one. */
export function matrixOf(value: unknown): RunResult | undefined {
  const document = runDocument(value)
  return document?.kind === 'run' ? document.result : undefined
}
