import { canonicalJson } from '../../../kit/canonical-json.ts'
import { groupBy } from '../../../kit/group-by.ts'
import type { ClauseSource, Contract } from '../../../contract/index.ts'
import { canStandIn, isAtLeastAsStrict, momentOf } from '../../strictness/strictness.ts'
import { defineRule, named } from '../define-rule.ts'

export const shadowedClause = defineRule({
  code: 'shadowed-clause',
  level: 'warning',
  summary: 'A clause that only objects where a stricter one already does.',
  check: ({ contract }) =>
    [...groupBy(contract.clauses, subjectOf).values()].flatMap((clauses) =>
      clauses.flatMap((clause) => {
        const stricter = clauses.find((other) => shadows(other, clause, contract))
        return stricter === undefined
          ? []
          : [
              {
                clause,
                message: `${named(stricter, clause)} already objects to everything this objects to`,
                hint: 'remove it, or make it the stricter one',
              },
            ]
      }),
    ),
})

/** Only clauses about the same thing can stand in for each other. */
function subjectOf(clause: ClauseSource): string {
  return canonicalJson([momentOf(clause), clause.field ?? clause.operator])
}

function shadows(stricter: ClauseSource, clause: ClauseSource, { recovery }: Contract): boolean {
  return (
    stricter !== clause &&
    canStandIn(stricter, clause, recovery) &&
    !isAtLeastAsStrict(clause, stricter, recovery)
  )
}
