import { MUTANT_KINDS, mutantsOf, type Mutant, type MutantKind } from '../contract-mutants/index.ts'
import type { ClauseSource, Contract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { didYouMean } from '../kit/nearest-name.ts'
import type { OptionValues } from './command.ts'

/** The mutants that were asked for, of the clauses that were asked for; all of them unless told otherwise. */
export function chosenMutants({ clauses }: Contract, { mutants, clause }: OptionValues): readonly Mutant[] {
  const kinds =
    typeof mutants === 'string' ? mutants.split(',').map((word) => kindOf(word.trim())) : MUTANT_KINDS
  const ids =
    clause === undefined ? undefined : new Set([clause].flat().map((id) => known(String(id), clauses)))
  const chosen = mutantsOf({ clauses: clauses.filter(({ id }) => ids?.has(id) ?? true) }, kinds)
  if (chosen.length === 0)
    throw new HoldfastError('HF_CANNOT_JUDGE', 'the contract has no such mutants, so nothing was tried')
  return chosen
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
