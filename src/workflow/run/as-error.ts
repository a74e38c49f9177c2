import { NodeError, reasonOf, toolError } from '../node-error.ts'
import type { RunResult } from './outcome.ts'

/** Whatever was thrown, as the result of a run tells it. */
export function asError(error: unknown, type: string): NonNullable<RunResult['error']> {
  const failure = error instanceof NodeError ? error : toolError(type, reasonOf(error))
  return { class: failure.errorClass, message: failure.message }
}
