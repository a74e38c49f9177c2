import { createChaosRun, type AssignedPlan, type Invocation, type PlannedChaosRun } from '../chaos/index.ts'
import type { Pace } from './pace.ts'
import type { Spending } from './spending.ts'
import type { Answer, Question, Target } from './target.ts'

/** After so many refusals for asking too often, the agent has not answered. */
const MOST_ATTEMPTS = 6

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

export interface Asked {
  readonly answer: Answer
  readonly chaos: PlannedChaosRun
}

export interface AskRequest extends Pick<Question, 'prompt' | 'earlier' | 'variation' | 'lane'> {
  /** Names the invocation; another attempt gets a name of its own. */
  readonly name: string
  readonly plan: AssignedPlan
  readonly draw: Invocation
}

export interface AskerOptions {
  readonly target: Target
  readonly pace: Pace
  readonly spending: Spending
  readonly signal: AbortSignal
}

/** Puts one question to the agent from a clean state, and waits and asks again when it is asked too often. */
export function createAsker({ target, pace, spending, signal }: AskerOptions) {
  return async function ask({ name, plan, draw, ...question }: AskRequest): Promise<Asked> {
    for (let attempt = 1; ; attempt += 1) {
      // before anything is waited for, so that no two lanes take the last call of a budget
      spending.calls += 1
      await pace.clear()
      const chaos = createChaosRun(plan, draw)
      const invocation = attempt === 1 ? name : `${name}.${attempt}`
      const answer = await answered(target, { ...question, invocation, chaos, signal })
      if (!isTooOften(answer, chaos) || attempt === MOST_ATTEMPTS || signal.aborted) return { answer, chaos }
      pace.hold(Math.max(answer.retryAfterMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))))
    }
  }
}

/** A refusal that chaos itself brought about is the thing under test and no reason to wait. */
function isTooOften(
  answer: Answer,
  { ledger }: PlannedChaosRun,
): answer is Extract<Answer, { kind: 'failed' }> & { retryAfterMs: number } {
  return answer.kind === 'failed' && answer.retryAfterMs !== undefined && ledger.length === 0
}

/** A target that throws has not answered; a run of a thousand cells must not end with one of them. */
async function answered(target: Target, question: Question): Promise<Answer> {
  try {
    await target.reset?.(question.lane)
  } catch (error) {
    return crashed(`the agent could not be put back to its first state: ${messageOf(error)}`)
  }
  // many targets listen for the end of a run and would never hear of one that is over already
  if (question.signal.aborted) return crashed('the run was called off')
  try {
    return await target.ask(question)
  } catch (error) {
    return crashed(messageOf(error))
  }
}

function crashed(message: string): Answer {
  return { kind: 'failed', reason: 'crashed', message, latencyMs: 0 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
