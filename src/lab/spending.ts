import type { Budget } from './config/run-shapes.ts'
import type { RunReason } from './run-result.ts'

/** What a run has used up, and whether it may go on. */
export class Spending {
  calls = 0
  nanoUsd = 0
  readonly #budget: Budget
  readonly #startedAtMs: number
  readonly #nowMs: () => number

  constructor(budget: Budget, nowMs: () => number) {
    this.#budget = budget
    this.#nowMs = nowMs
    this.#startedAtMs = nowMs()
  }

  /** What is used up, when something is. */
  exhausted(): RunReason | undefined {
    const { calls, usd, seconds } = this.#budget
    if (calls !== undefined && this.calls >= calls) return { code: 'budget', spent: 'calls' }
    if (usd !== undefined && this.nanoUsd >= usd * 1e9) return { code: 'budget', spent: 'dollars' }
    if (seconds !== undefined && this.#nowMs() - this.#startedAtMs >= seconds * 1000)
      return { code: 'budget', spent: 'time' }
    return undefined
  }

  /** What one more question to a judge may cost. */
  judgeBudgetUsd(): number {
    const { usd } = this.#budget
    return usd === undefined ? DEFAULT_JUDGE_USD : Math.max(0, usd - this.nanoUsd / 1e9)
  }
}

/** Whoever names a judge that is not free agrees to pay for it, within reason. */
const DEFAULT_JUDGE_USD = 1
