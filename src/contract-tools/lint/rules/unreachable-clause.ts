import type { MustStateOptions } from '../../strictness/order-of-acts.ts'
import { operatorClauses } from '../clauses-of.ts'
import { defineRule, named } from '../define-rule.ts'
import { refusalOf } from '../tools-that-run.ts'

export const unreachableClause = defineRule({
  code: 'unreachable-clause',
  level: 'warning',
  summary: 'A clause about tools that another clause never lets run.',
  check: ({ contract }) =>
    operatorClauses<MustStateOptions>(contract, 'must_state').flatMap((clause) => {
      const refusal = refusalOf(contract, clause, clause.options.before_tool_pattern)
      return refusal === undefined
        ? []
        : [
            {
              clause,
              at: ['before_tool_pattern'],
              message: `\`${clause.options.before_tool_pattern}\` never runs, because ${named(refusal.by, clause)} ${refusal.why}`,
              hint: 'remove this clause, or let the tool run',
            },
          ]
    }),
})
