import type { LedgerLine, TranscriptCall } from '../run-result.ts'
import type { Ruling } from './judge-answer.ts'

/** What remains of one question: enough to fold it again after a crash, and no more. */
export interface AskRecord {
  readonly ask: number
  readonly trial: number
  /** By position in the ask's cells. */
  readonly rulings: readonly Ruling[]
  /** How often each fault fired. */
  readonly fired: Readonly<Record<string, number>>
  /** Tool calls that were seen. */
  readonly calls: number
  /** In billionths of a dollar, because whole numbers add up to the same in any order. */
  readonly nanoUsd: number
  readonly tokens: number
  readonly latencyMs: number
  /** Kept only when some promise was not held. */
  readonly answer?: string
  readonly ledger?: readonly LedgerLine[]
  readonly transcript?: readonly TranscriptCall[]
}

export function nanoUsdOf(costUsd: number | undefined): number {
  return costUsd === undefined ? 0 : Math.round(costUsd * 1e9)
}
