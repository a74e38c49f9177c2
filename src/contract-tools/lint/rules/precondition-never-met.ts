import { EXTRACTORS } from '../../../contract/index.ts'
import { valueTest } from '../../strictness/values.ts'
import { defineRule } from '../define-rule.ts'

export const preconditionNeverMet = defineRule({
  code: 'precondition-never-met',
  level: 'error',
  summary: 'A precondition on something that is only measured once the agent has acted.',
  check: ({ contract }) =>
    contract.clauses
      .filter(
        (clause) =>
          clause.section === 'preconditions' &&
          isMeasuredLater(clause.field) &&
          // a field that nobody has measured yet satisfies only `exists: false`
          valueTest(clause)?.holds(undefined) === false,
      )
      .map((clause) => ({
        clause,
        at: ['check', 'field'],
        message: `\`${clause.field}\` is measured only after the first act, and this must hold before it; the agent can never begin`,
        hint: 'make it an invariant',
      })),
})

function isMeasuredLater(field: string | undefined): boolean {
  return EXTRACTORS.some((extractor) => extractor.field === field && extractor.measuredWins)
}
