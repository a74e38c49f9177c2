import { randomUUID } from 'node:crypto'
import type { Breach } from './contract-breach-error.ts'

const HEADER = 'x-holdfast-breach'
const MOST_WAITING = 256

/**
 * Carries findings past an HTTP client: a denial travels as a response that nobody retries, and whoever turns it into
 * an error takes the breach out again.
 */
export class Breaches {
  private readonly waiting = new Map<string, Breach>()

  /** Headers that lead back to the breach. */
  put(breach: Breach): Readonly<Record<string, string>> {
    const id = randomUUID()
    this.waiting.set(id, breach)
    if (this.waiting.size > MOST_WAITING) this.waiting.delete(this.waiting.keys().next().value ?? '')
    return { [HEADER]: id }
  }

  take(headers: { get(name: string): string | null } | undefined): Breach | undefined {
    const id = headers?.get(HEADER)
    if (id === undefined || id === null) return undefined
    const breach = this.waiting.get(id)
    this.waiting.delete(id)
    return breach
  }
}
