import type { ClauseSource } from '../../../contract/index.ts'
import type { ContextBudgetOptions } from '../../strictness/limits.ts'
import { checkClauses, operatorClauses } from '../clauses-of.ts'
import { defineRule, type Complaint } from '../define-rule.ts'

/** A greeting with the frame that every provider puts around a message. */
const ONE_MESSAGE_TOKENS = 8

export const budgetBelowOneMessage = defineRule({
  code: 'budget-below-one-message',
  level: 'warning',
  summary: 'A limit on tokens that one short message already exceeds.',
  check: ({ contract }) => [
    ...operatorClauses<ContextBudgetOptions>(contract, 'context_budget').flatMap((clause) =>
      complaint(clause, 'max_tokens_per_turn', clause.options.max_tokens_per_turn),
    ),
    ...checkClauses<{ readonly max_tokens: number }>(contract, 'max_tokens').flatMap((clause) =>
      clause.negate === true ? [] : complaint(clause, 'max_tokens', clause.options.max_tokens),
    ),
  ],
})

function complaint(clause: ClauseSource, field: string, tokens: number): readonly Complaint[] {
  if (tokens >= ONE_MESSAGE_TOKENS) return []
  return [
    {
      clause,
      at: [field],
      message: `the shortest message has more than ${tokens} tokens, so everything is over this limit`,
      hint: `limits are in tokens, not in thousands; did you mean ${tokens * 1000}?`,
    },
  ]
}
