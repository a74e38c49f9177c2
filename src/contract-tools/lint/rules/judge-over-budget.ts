import { priceOf } from '../../../prices/index.ts'
import type { JudgeOptions } from '../../strictness/watchers.ts'
import { operatorClauses } from '../clauses-of.ts'
import { defineRule } from '../define-rule.ts'

/** Judges of this kind cost money; all others are free or cannot be known here. */
const PAID_NAMES: Readonly<Record<string, string>> = { haiku: 'anthropic:claude-haiku-4-5' }

export const judgeOverBudget = defineRule({
  code: 'judge-over-budget',
  level: 'warning',
  summary: 'A judge that costs money, and a budget of nothing for it.',
  check: ({ contract }) =>
    operatorClauses<JudgeOptions>(contract, 'judge_predicate')
      .filter(({ options }) => options.cost_ceiling_usd_per_session === 0 && isPaid(options.model))
      .map((clause) => ({
        clause,
        at: ['model'],
        message: `\`${clause.options.model}\` costs money and the budget is 0.0, so it is never asked; a free judge is asked in its place`,
        hint: 'raise cost_ceiling_usd_per_session, or name a free judge',
      })),
})

function isPaid(name: string): boolean {
  const spelled = Object.hasOwn(PAID_NAMES, name) ? PAID_NAMES[name]! : name
  const [provider, model] = [spelled.split(':')[0], spelled.split(':').slice(1).join(':')]
  const price = model === '' ? undefined : priceOf(provider, model)
  return price !== undefined && price.input !== 0
}
