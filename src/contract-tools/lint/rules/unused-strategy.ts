import { defineRule } from '../define-rule.ts'

export const unusedStrategy = defineRule({
  code: 'unused-strategy',
  level: 'warning',
  summary: 'A recovery strategy that nothing leads to.',
  check({ contract: { clauses, recovery } }) {
    const reached = new Set(clauses.flatMap((clause) => clause.recovery?.strategy ?? []))
    const byName = new Map(recovery.strategies.map((strategy) => [strategy.name, strategy]))
    // a set can grow while it is walked, so fallbacks of fallbacks are reached too
    for (const name of reached) {
      const fallback = byName.get(name)?.fallback
      if (fallback !== undefined) reached.add(fallback)
    }
    return recovery.strategies.flatMap(({ name }, index) =>
      reached.has(name)
        ? []
        : [
            {
              at: ['recovery', 'strategies', index, 'name'],
              message: `no constraint and no fallback leads to the strategy \`${name}\``,
              hint: `name it in a soft constraint: recovery: ${name}`,
            },
          ],
    )
  },
})
