import { MUTANT_KINDS, type MutantKind } from '../contract-mutants/index.ts'
import type { ClauseSource, Contract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import type { OptionValues } from './command.ts'

/** Which mutants of which clauses were asked for. */
export function mutantChoice(
  options: OptionValues,
  { clauses }: Contract,
): { readonly kinds: readonly MutantKind[]; readonly clauses: readonly ClauseSource[] } {
  const { mutants, clause } = options
  const kinds =
    typeof mutants === 'string' ? mutants.split(',').map((word) => kindOf(word.trim())) : MUTANT_KINDS
  if (clause === undefined) return { kinds, clauses }
  const ids = new Set([clause].flat().map((id) => known(String(id), clauses)))
  return { kinds, clauses: clauses.filter(({ id }) => ids.has(id)) }
}

function kindOf(word: string): MutantKind {
  const kind = MUTANT_KINDS.find((each) => each === word)
  if (kind !== undefined) return kind
  throw new HoldfastError(
    'HF_USAGE',
    `there are no mutants called \`${word}\``,
    didYouMean(word, MUTANT_KINDS) ?? `one of ${MUTANT_KINDS.join(', ')}`,
  )
}

function known(id: string, clauses: readonly ClauseSource[]): string {
  if (clauses.some((clause) => clause.id === id)) return id
  throw new HoldfastError(
    'HF_USAGE',
    `the contract has no clause \`${id}\``,
    didYouMean(
      id,
      clauses.map((clause) => clause.id),
    ),
  )
}
