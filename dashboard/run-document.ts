import type { RunResult } from '../src/lab/run-result.ts'

/** What a kept run may hold: one phase, or the phases of a whole check. */
export interface RunDocument {
  readonly name: string
  readonly results: readonly RunResult[]
}

/** Reads what it knows and says nothing of what it does not. */
export function runDocument(value: unknown): RunDocument | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const held = value as { format?: unknown; phases?: unknown; contract?: { name?: string } }
  if (held.format === 'holdfast.run/1') {
    const result = value as RunResult
    return { name: result.contract?.name ?? result.configuration.file, results: [result] }
  }
  return undefined
}
