import { conditionsMeet } from '../../conditions.ts'
import type { MustPrecedeOptions } from '../../strictness/order-of-acts.ts'
import { operatorClauses, type TypedClause } from '../clauses-of.ts'
import { defineRule, named } from '../define-rule.ts'

type Precedence = TypedClause<MustPrecedeOptions>

export const precedenceCircle = defineRule({
  code: 'precedence-circle',
  level: 'error',
  summary: 'Markers that each must wait for the other, so that neither may come first.',
  check({ contract }) {
    const clauses = operatorClauses<MustPrecedeOptions>(contract, 'must_precede').filter(
      ({ options }) => options.before !== options.after,
    )
    return clauses.flatMap((clause, index) => {
      // told at the clause that closes the circle, and so once
      const way = wayBack(clause, clauses.slice(0, index))
      return way === undefined
        ? []
        : [
            {
              clause,
              at: ['before'],
              message: `\`${clause.options.after}\` must wait for \`${clause.options.before}\`, which must wait for it: ${way.map((other) => named(other, clause)).join(', ')}`,
              hint: 'drop one of the clauses; as it is, whichever comes first breaks one',
            },
          ]
    })
  },
})

/** Clauses by which, in the end, `before` waits for `after`. */
function wayBack(closing: Precedence, earlier: readonly Precedence[]): readonly Precedence[] | undefined {
  const reached = new Map<string, readonly Precedence[]>([[closing.options.after, []]])
  for (const [marker, way] of reached)
    for (const clause of earlier)
      if (
        clause.options.before === marker &&
        !reached.has(clause.options.after) &&
        conditionsMeet(clause.when, closing.when)
      )
        reached.set(clause.options.after, [...way, clause])
  return reached.get(closing.options.before)
}
