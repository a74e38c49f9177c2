import { SLACK } from './config.ts'
import type { Condition, Recoveries } from './satisfaction.ts'

/** Condition 2: the worst turn's soft compliance. */
export function deviationCondition(worst: number | undefined, delta: number): Condition {
  if (worst === undefined) return notJudged('delta')
  const params = { worst, delta }
  if (worst <= delta + SLACK) return { condition: 'delta', outcome: 'held', code: 'within-delta', params }
  return { condition: 'delta', outcome: 'broken', code: 'beyond-delta', params }
}

/** Condition 3: every soft violation was followed within k turns by one in which all soft clauses held. */
export function recoveryCondition(recoveries: Recoveries, softJudged: boolean, k: number): Condition {
  if (!softJudged) return notJudged('k')
  const params = { ...recoveries, k }
  if (recoveries.failed > 0)
    return { condition: 'k', outcome: 'broken', code: 'not-recovered-in-time', params }
  if (recoveries.open > 0)
    return { condition: 'k', outcome: 'undecided', code: 'recovery-window-open', params }
  return { condition: 'k', outcome: 'held', code: 'recovered-in-time', params }
}

export function notJudged(condition: Condition['condition']): Condition {
  return { condition, outcome: 'not-judged', code: 'nothing-judged', params: {} }
}
