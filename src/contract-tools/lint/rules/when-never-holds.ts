import { holdsUnder } from '../../conditions.ts'
import { defineRule } from '../define-rule.ts'

export const whenNeverHolds = defineRule({
  code: 'when-never-holds',
  level: 'warning',
  summary: 'A `when` that no scenario of the test configuration satisfies.',
  check({ contract, scenarios }) {
    if (scenarios === undefined || scenarios.length === 0) return []
    return contract.clauses
      .filter(({ when }) => !scenarios.some((chaos) => holdsUnder(when, chaos)))
      .map((clause) => ({
        clause,
        at: ['when'],
        message: `no scenario satisfies \`when: ${clause.when}\`, so the lab never judges this`,
        hint:
          clause.when === 'no_chaos'
            ? 'add a scenario without faults to the chaos_matrix'
            : 'add a scenario with such faults to the chaos_matrix',
      }))
  },
})
