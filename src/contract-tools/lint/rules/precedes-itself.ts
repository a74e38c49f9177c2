import type { MustPrecedeOptions } from '../../strictness/order-of-acts.ts'
import { operatorClauses } from '../clauses-of.ts'
import { defineRule } from '../define-rule.ts'

export const precedesItself = defineRule({
  code: 'precedes-itself',
  level: 'warning',
  summary: 'A marker that must come before itself, which it always does.',
  check: ({ contract }) =>
    operatorClauses<MustPrecedeOptions>(contract, 'must_precede')
      .filter(({ options }) => options.before === options.after)
      .map((clause) => ({
        clause,
        at: ['after'],
        message: `\`before\` and \`after\` are both \`${clause.options.after}\`, so the clause never speaks`,
        hint: 'name the marker that has to wait',
      })),
})
