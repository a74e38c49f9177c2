import { canonicalJson } from '../../../kit/canonical-json.ts'
import type { ClauseSource } from '../../../contract/index.ts'
import { meaningOf } from '../../strictness/strictness.ts'
import { defineRule, named, pairsOf } from '../define-rule.ts'

export const duplicateClause = defineRule({
  code: 'duplicate-clause',
  level: 'warning',
  summary: 'The same promise twice, which counts every breach twice.',
  check: ({ contract }) =>
    pairsOf(contract.clauses)
      .filter(([earlier, later]) => promiseOf(earlier) === promiseOf(later))
      .map(([earlier, later]) => ({
        clause: later,
        message: `this says the same as ${named(earlier, later)}`,
        hint: 'remove one of the two; as it is, one breach is counted twice',
      })),
})

/** All that can make a difference, in the metrics too. */
function promiseOf(clause: ClauseSource): string {
  const { level, severity, when, recovery, probes } = clause
  return `${meaningOf(clause)} ${canonicalJson({ level, severity, when, recovery, probes })}`
}
