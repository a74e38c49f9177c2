import type { ClauseSource, Contract } from '../contract/index.ts'
import { looserForms } from './loosen/index.ts'

export const MUTANT_KINDS = ['delete', 'loosen', 'negate'] as const

export type MutantKind = (typeof MUTANT_KINDS)[number]

/** A contract with one clause changed for the worse; whoever notices kills it. */
export type Mutant =
  | { readonly kind: 'delete' | 'negate'; readonly clause: ClauseSource }
  | {
      readonly kind: 'loosen'
      readonly clause: ClauseSource
      readonly looser: ClauseSource
      /** Completes "the clause …", such as "without `rm -rf /*`". */
      readonly change: string
    }

/** All mutants of a contract, clause by clause. A clause may have several looser forms, or none that is known. */
export function mutantsOf(
  { clauses }: Pick<Contract, 'clauses'>,
  kinds: readonly MutantKind[] = MUTANT_KINDS,
): readonly Mutant[] {
  return clauses
    .flatMap((clause): readonly Mutant[] => [
      { kind: 'delete', clause },
      ...looserForms(clause).map(({ looser, change }) => ({
        kind: 'loosen' as const,
        clause,
        looser,
        change,
      })),
      { kind: 'negate', clause },
    ])
    .filter(({ kind }) => kinds.includes(kind))
}
