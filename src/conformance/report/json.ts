import type { SuiteReport } from '../measure/report-shape.ts'

/** Two spaces, keys in order, so that two reports can be compared line by line. */
export function jsonReport(report: SuiteReport): string {
  return `${JSON.stringify(sorted(report), undefined, 2)}\n`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
