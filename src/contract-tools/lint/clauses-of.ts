import type { ClauseSource, Contract } from '../../contract/index.ts'

/** A clause whose options are known by the name of its operator. */
export interface TypedClause<Options> extends ClauseSource {
  readonly options: Options
}

/** The clauses of one operator of `invariants.process`. */
export function operatorClauses<Options>(
  { clauses }: Contract,
  operator: string,
): readonly TypedClause<Options>[] {
  // sound because the loader reads options by the fields of their operator
  return clauses.filter(
    (clause) => clause.section === 'invariants.process' && clause.operator === operator,
  ) as readonly TypedClause<Options>[]
}

/** The output checks of one type. */
export function checkClauses<Options>({ clauses }: Contract, type: string): readonly TypedClause<Options>[] {
  return clauses.filter(
    (clause) => clause.section === 'invariants.output' && clause.operator === type,
  ) as readonly TypedClause<Options>[]
}

/** The constraints on one field that are judged at the end of a turn. */
export function constraintsByField({ clauses }: Contract): ReadonlyMap<string, readonly ClauseSource[]> {
  const result = new Map<string, ClauseSource[]>()
  for (const clause of clauses) {
    if (clause.field === undefined || clause.section === 'preconditions') continue
    result.set(clause.field, [...(result.get(clause.field) ?? []), clause])
  }
  return result
}
