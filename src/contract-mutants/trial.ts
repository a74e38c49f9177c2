import type { ClauseSource } from '../contract/index.ts'
import type { Mutant } from './mutant.ts'

/**
 * Why nobody noticed. `unheard`: the clause was never asked anything. `silent`: it never objected. `echoed`: whenever it
 * objected, other clauses led to the same. `as-before`: what it objects to, its looser form objects to as well.
 */
export type Survival = 'unheard' | 'silent' | 'echoed' | 'as-before'

/** What became of one mutant. */
export interface MutantTrial {
  readonly mutant: Mutant
  readonly killed: boolean
  /** Where it was noticed first, such as `agent/s1 #14` or `cites@search-down`. */
  readonly by?: string
  readonly survival?: Survival
}

/** The mutants of one clause. */
export interface ClauseTrials {
  readonly clause: ClauseSource
  readonly trials: readonly MutantTrial[]
}

export interface Noticed {
  readonly mutant: Mutant
  readonly by: string | undefined
}

/** Clause by clause, with the reason why each survivor survived. */
export function trialsByClause(
  noticed: readonly Noticed[],
  /** Whether the clause was asked anything, and whether it ever objected. */
  of: (clauseId: string) => { readonly isHeard: boolean; readonly objects: boolean },
): readonly ClauseTrials[] {
  const clauses = new Map<string, { clause: ClauseSource; trials: MutantTrial[] }>()
  for (const { mutant, by } of noticed) {
    const { clause } = mutant
    if (!clauses.has(clause.id)) clauses.set(clause.id, { clause, trials: [] })
    clauses
      .get(clause.id)!
      .trials.push(
        by === undefined
          ? { mutant, killed: false, survival: survivalOf(mutant, of(clause.id)) }
          : { mutant, killed: true, by },
      )
  }
  return [...clauses.values()]
}

function survivalOf(
  { kind }: Mutant,
  { isHeard, objects }: { readonly isHeard: boolean; readonly objects: boolean },
): Survival {
  if (!isHeard) return 'unheard'
  if (!objects) return 'silent'
  return kind === 'loosen' ? 'as-before' : 'echoed'
}
