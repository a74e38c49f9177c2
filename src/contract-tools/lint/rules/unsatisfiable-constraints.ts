import type { ClauseSource } from '../../../contract/index.ts'
import { conditionsMeet } from '../../conditions.ts'
import { isImpossible, valueTest, type ValueTest } from '../../strictness/values.ts'
import { constraintsByField } from '../clauses-of.ts'
import { defineRule, named, pairsOf, type Complaint } from '../define-rule.ts'

interface Constraint {
  readonly clause: ClauseSource
  readonly test: ValueTest
}

export const unsatisfiableConstraints = defineRule({
  code: 'unsatisfiable-constraints',
  level: 'error',
  summary: 'No value of a field satisfies all constraints on it.',
  check: ({ contract }) =>
    [...constraintsByField(contract)].flatMap(([field, clauses]) => {
      const constraints = clauses.flatMap((clause): Constraint[] => {
        const test = valueTest(clause)
        return test === undefined || isImpossible([test]) ? [] : [{ clause, test }]
      })
      const pairs = impossiblePairs(field, constraints)
      return pairs.length > 0 ? pairs : impossibleTogether(field, constraints)
    }),
})

function impossiblePairs(field: string, constraints: readonly Constraint[]): readonly Complaint[] {
  return pairsOf(constraints)
    .filter(
      ([earlier, later]) =>
        conditionsMeet(earlier.clause.when, later.clause.when) && isImpossible([earlier.test, later.test]),
    )
    .map(([earlier, later]) => complaint(field, later, [earlier]))
}

/** Each two get along, all of them do not. */
function impossibleTogether(field: string, constraints: readonly Constraint[]): readonly Complaint[] {
  const always = constraints.filter(({ clause }) => clause.when === 'always')
  if (always.length < 3 || !isImpossible(always.map(({ test }) => test))) return []
  return [complaint(field, always.at(-1)!, always.slice(0, -1))]
}

function complaint(field: string, { clause }: Constraint, others: readonly Constraint[]): Complaint {
  return {
    clause,
    at: ['check', clause.operator],
    message: `no value of \`${field}\` satisfies this and ${others.map((other) => named(other.clause, clause)).join(' and ')}`,
    hint: 'change one of them; as it is, every turn breaks the contract',
  }
}
