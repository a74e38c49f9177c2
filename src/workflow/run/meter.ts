import { NodeError } from '../node-error.ts'
import type { Budget } from '../model.ts'

/** What a run has used so far; children count in their parents too. */
export interface Cost {
  readonly nodeExecutions: number
  readonly nodeFailures: number
  readonly retries: number
  readonly toolCalls: number
  readonly policyDenials: number
  readonly llmCalls: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly llmTokens: number
  /** Of the calls whose price is known. */
  readonly costUsd: number
  /** Calls nobody knows the price of; `costUsd` is too low by them. */
  readonly unpricedCalls: number
  readonly bytesWritten: number
}

export type Counter = Exclude<keyof Cost, 'llmTokens'>

const MEBIBYTE = 1_048_576

export class Meter {
  nodeExecutions = 0
  nodeFailures = 0
  retries = 0
  toolCalls = 0
  policyDenials = 0
  llmCalls = 0
  promptTokens = 0
  completionTokens = 0
  costUsd = 0
  unpricedCalls = 0
  bytesWritten = 0
  readonly #budget: Budget
  readonly #parent: Meter | undefined

  constructor(budget: Budget, parent?: Meter) {
    this.#budget = budget
    this.#parent = parent
  }

  add(counter: Counter, amount: number): void {
    this[counter] += amount
    this.#parent?.add(counter, amount)
  }

  /** Refuses the next call once the tokens are spent, so that a run overshoots by one call at most. */
  checkTokens(): void {
    const { maxLlmTokens } = this.#budget
    const used = this.promptTokens + this.completionTokens
    if (maxLlmTokens !== undefined && used >= maxLlmTokens)
      throw new NodeError('budget', `max_llm_tokens: ${used} of ${maxLlmTokens} tokens are spent`)
    this.#parent?.checkTokens()
  }

  /** Counts bytes that are about to be written, or refuses and counts nothing. */
  reserveWrite(bytes: number): void {
    this.#checkWrite(bytes)
    this.add('bytesWritten', bytes)
  }

  #checkWrite(bytes: number): void {
    const { maxFsWriteMb = 0 } = this.#budget
    if (maxFsWriteMb > 0 && this.bytesWritten + bytes > maxFsWriteMb * MEBIBYTE)
      throw new NodeError(
        'budget',
        `max_fs_write_mb: ${this.bytesWritten} bytes are written, ${bytes} more exceed ${maxFsWriteMb} MiB`,
      )
    if (this.#parent !== undefined) this.#parent.#checkWrite(bytes)
  }

  get limitsWrites(): boolean {
    return (this.#budget.maxFsWriteMb ?? 0) > 0 || this.#parent?.limitsWrites === true
  }

  cost(): Cost {
    const { nodeExecutions, nodeFailures, retries, toolCalls, policyDenials, llmCalls } = this
    const { promptTokens, completionTokens, costUsd, unpricedCalls, bytesWritten } = this
    return {
      nodeExecutions,
      nodeFailures,
      retries,
      toolCalls,
      policyDenials,
      llmCalls,
      promptTokens,
      completionTokens,
      llmTokens: promptTokens + completionTokens,
      costUsd,
      unpricedCalls,
      bytesWritten,
    }
  }

  /** Goes on from what a paused run had used. */
  restore(cost: Cost): void {
    for (const counter of Object.keys(this) as Counter[]) this.add(counter, cost[counter] - this[counter])
  }
}
