import {
  compileContract,
  type CompiledContract,
  type CompileOptions,
  type Contract,
} from '../contract/index.ts'
import type { Mutant } from './mutant.ts'
import { withNegatedClause } from './negated-clause.ts'

export function compileMutant(contract: Contract, mutant: Mutant, options: CompileOptions): CompiledContract {
  const { clauses, hash } = contract
  // whatever the contract decided, the mutant did not
  const other = { ...contract, hash: `${hash}~` }
  const { id } = mutant.clause
  switch (mutant.kind) {
    case 'delete':
      return compileContract({ ...other, clauses: clauses.filter((clause) => clause.id !== id) }, options)
    case 'loosen':
      return compileContract(
        { ...other, clauses: clauses.map((clause) => (clause.id === id ? mutant.looser : clause)) },
        options,
      )
    case 'negate':
      return withNegatedClause(compileContract(other, options), id)
  }
}
