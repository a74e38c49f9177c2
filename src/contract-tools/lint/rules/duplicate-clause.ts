import { canonicalJson } from '../../../kit/canonical-json.ts'
import { groupBy } from '../../../kit/group-by.ts'
import type { ClauseSource } from '../../../contract/index.ts'
import { meaningOf } from '../../strictness/strictness.ts'
import { defineRule, named } from '../define-rule.ts'

export const duplicateClause = defineRule({
  code: 'duplicate-clause',
  level: 'warning',
  summary: 'The same promise twice, which counts every breach twice.',
  check: ({ contract }) =>
    [...groupBy(contract.clauses, promiseOf).values()].flatMap(([first, ...again]) =>
      again.map((clause) => ({
        clause,
        message: `this says the same as ${named(first!, clause)}`,
        hint: 'remove one of the two; as it is, one breach is counted twice',
      })),
    ),
})

/** All that can make a difference, in the metrics too. */
function promiseOf(clause: ClauseSource): string {
  const { level, severity, when, recovery, probes } = clause
  return `${meaningOf(clause)} ${canonicalJson({ level, severity, when, recovery, probes })}`
}
