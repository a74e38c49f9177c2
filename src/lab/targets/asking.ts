import { HoldfastError } from '../../kit/errors.ts'
import { askAtBoundary, type BoundaryOutcome } from '../../planes/boundary.ts'
import type { Answer, Question } from '../target.ts'
import { answerOf, isFailure, reasonOf, type Outcome, type Reply } from './answers.ts'
import { combinedCalls } from './combined-calls.ts'
import { deadlineOf, overdue, within, type Deadline } from './deadline.ts'
import type { Interposition, Sighting, Watch } from './interposition.ts'

export interface Asking {
  readonly timeoutMs: number
  readonly interposition?: Interposition | undefined
  /** Asks the agent; throws only when something is wrong that no agent is to blame for. */
  readonly work: (prompt: string, deadline: Deadline, watch: Watch | undefined) => Promise<Outcome>
  /** What the lane needs after its time was up: an agent that may still be busy is not asked again. */
  readonly afterTimeout?: () => Promise<void>
}

/** One question from begin to end: time, deadline, chaos around the agent, and what passed behind it. */
export async function asking(question: Question, options: Asking): Promise<Answer> {
  const { timeoutMs, interposition, work, afterTimeout } = options
  const watch = interposition?.begin(question)
  const deadline = deadlineOf(timeoutMs, question.signal)
  const startedMs = performance.now()
  try {
    const around = await within(
      deadline,
      timeoutMs,
      askAtBoundary<Outcome>(question.chaos, question.prompt, {
        ask: (prompt) => work(prompt, deadline, watch),
        outputOf: (outcome) => (isFailure(outcome) ? undefined : outcome.output),
        signal: deadline.signal,
      }),
    )
    const latencyMs = performance.now() - startedMs
    const isOver = deadline.signal.aborted
    if (isOver) await afterTimeout?.()
    const seen = await watch?.end()
    const outcome = isOver ? overdue(deadline, timeoutMs) : outcomeOf(around)
    return answerOf(
      seen === undefined || isFailure(outcome) ? outcome : withSighting(outcome, seen),
      latencyMs,
    )
  } catch (error) {
    await watch?.end()
    if (error instanceof HoldfastError) throw error
    return answerOf({ reason: 'crashed', message: reasonOf(error) }, performance.now() - startedMs)
  } finally {
    deadline.clear()
  }
}

function outcomeOf(around: BoundaryOutcome<Outcome> | Exclude<Outcome, Reply>): Outcome {
  if (!('kind' in around)) return around
  switch (around.kind) {
    case 'answered':
      return { ...around.answer, output: around.output }
    case 'replaced':
      return { output: around.output }
    case 'failed':
      // a limit that chaos made up is no reason to wait
      return { reason: around.reason, message: around.message }
    case 'no-answer':
      return around.answer
  }
}

function withSighting(outcome: Reply, seen: Sighting): Outcome {
  const usage = seen.usage ?? outcome.usage
  const costUsd = seen.costUsd ?? outcome.costUsd
  return {
    output: outcome.output,
    calls: combinedCalls(seen.calls, outcome.calls ?? []),
    ...(usage !== undefined && { usage }),
    ...(costUsd !== undefined && { costUsd }),
  }
}
