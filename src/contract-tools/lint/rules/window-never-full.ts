import type { ClauseSource, Contract } from '../../../contract/index.ts'
import type { DriftOptions, RepetitionOptions } from '../../strictness/limits.ts'
import { operatorClauses } from '../clauses-of.ts'
import { defineRule, named } from '../define-rule.ts'

export const windowNeverFull = defineRule({
  code: 'window-never-full',
  level: 'warning',
  summary: 'A window of tool calls longer than a session may have.',
  check({ contract }) {
    const limit = mostCalls(contract)
    if (limit === undefined) return []
    const { calls, by } = limit
    const because = (clause: ClauseSource): string =>
      `${named(by, clause)} allows a session no more than ${calls} tool calls`
    return [
      ...operatorClauses<DriftOptions>(contract, 'process_drift')
        // a session's own first window is the baseline, so one more call is needed to differ from it
        .filter(({ options }) => options.window_size + (options.baseline === 'session' ? 1 : 0) > calls)
        .map((clause) => ({
          clause,
          at: ['window_size'],
          message: `the window of ${clause.options.window_size} is never full: ${because(clause)}`,
          hint: `use a window below ${calls}`,
        })),
      ...operatorClauses<RepetitionOptions>(contract, 'repetition_guard')
        .filter(({ options }) => options.max_repeats >= calls)
        .map((clause) => ({
          clause,
          at: ['max_repeats'],
          message: `no action can come more than ${clause.options.max_repeats} times: ${because(clause)}`,
          hint: `use a value below ${calls}`,
        })),
    ]
  },
})

/** The tightest hard limit on the tool calls of a session. */
function mostCalls({ clauses }: Contract): { calls: number; by: ClauseSource } | undefined {
  const limits = clauses.flatMap((by) => {
    if (by.field !== 'session.tool_calls' || by.level !== 'hard' || by.when !== 'always') return []
    if (by.section === 'preconditions') return []
    const calls = upperBound(by)
    return calls === undefined ? [] : [{ calls, by }]
  })
  return limits.toSorted((left, right) => left.calls - right.calls)[0]
}

function upperBound({ operator, options }: ClauseSource): number | undefined {
  if (operator === 'lte' || operator === 'equals') return Number(options)
  if (operator === 'lt') return Math.ceil(Number(options)) - 1
  return operator === 'between' ? (options as readonly number[])[1] : undefined
}
