import type { ClauseSource, Contract } from '../../contract/index.ts'
import type { ActiveChaos } from '../../model/index.ts'
import type { Steps } from '../places.ts'

/** What a rule may look at. */
export interface LintSubject {
  readonly contract: Contract
  /** The chaos of every scenario the contract is tried under, when a test configuration is at hand. */
  readonly scenarios?: readonly ActiveChaos[]
  /** The models the agent is known to use. */
  readonly models?: readonly string[]
  /** A setting stands in a file, and is not a default; `drift.weights`. */
  readonly isWritten: (setting: string) => boolean
}

export interface Complaint {
  /** The clause that is to be changed; a setting of the contract is to blame when absent. */
  readonly clause?: ClauseSource
  /** The part of the clause, or the setting; the clause itself when absent. */
  readonly at?: Steps
  /** When this one is milder than its rule. */
  readonly level?: 'warning'
  readonly message: string
  readonly hint?: string | undefined
}

/** One thing that can be wrong with a contract that loads. */
export interface Rule {
  readonly code: string
  /** An error is a promise that cannot be kept; a warning one that says less than it seems to. */
  readonly level: 'error' | 'warning'
  readonly summary: string
  readonly check: (subject: LintSubject) => readonly Complaint[]
}

export function defineRule(rule: Rule): Rule {
  return rule
}

/** How a message about `clause` refers to another one. */
export function named({ id, location: { file, line } }: ClauseSource, clause: ClauseSource): string {
  return file === clause.location.file ? `\`${id}\` (line ${line})` : `\`${id}\` (${file}:${line})`
}

/** Every two clauses once, the earlier one first. */
export function pairsOf<T>(clauses: readonly T[]): readonly (readonly [earlier: T, later: T])[] {
  return clauses.flatMap((earlier, index) =>
    clauses.slice(index + 1).map((later) => [earlier, later] as const),
  )
}
