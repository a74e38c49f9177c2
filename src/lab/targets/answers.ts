import type { CheckedCall } from '../../contract/define-check.ts'
import type { Usage } from '../../model/index.ts'
import type { Answer } from '../target.ts'

export type Failed = Extract<Answer, { kind: 'failed' }>

/** Why an agent did not answer, without the time it took. */
export interface Failure {
  readonly reason: Failed['reason']
  readonly message: string
  readonly retryAfterMs?: number
}

/** What an agent said, without the time it took. */
export interface Reply {
  readonly output: string
  readonly calls?: readonly CheckedCall[]
  readonly usage?: Usage
  readonly costUsd?: number
}

/** Either of the two; `message` tells them apart. */
export type Outcome = Reply | Failure

export function isFailure(outcome: Outcome): outcome is Failure {
  return 'message' in outcome
}

export function answerOf(outcome: Outcome, latencyMs: number): Answer {
  if (isFailure(outcome)) return { kind: 'failed', ...outcome, latencyMs }
  return { kind: 'answered', calls: [], ...outcome, latencyMs }
}

/** The innermost reason people can act on; `fetch failed` and its like say nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error && !(error.message.length > 0 && 'code' in error))
    return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.message === '' ? error.name : error.message
}

const MOST_CHARS = 500

/** Text of the agent for a message: one line, bounded, no control characters. */
export function excerpt(text: string, mostChars = MOST_CHARS): string {
  // oxlint-disable-next-line no-control-regex -- they are what must not reach a terminal
  const line = text.slice(0, mostChars * 4).replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ')
  const trimmed = line.trim()
  return trimmed.length > mostChars ? `${trimmed.slice(0, mostChars)}…` : trimmed
}
