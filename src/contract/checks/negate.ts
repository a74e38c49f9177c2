import type { CheckResult } from '../define-check.ts'
import type { Held } from './outcome.ts'

/** Every check has wording for this code: what it means that the check held although it must not. */
export const NEGATED_CODE = 'negated'

/** The result of a check with `negate: true`. What could not be judged stays unjudged, either way round. */
export function negated(result: CheckResult): CheckResult {
  if (result.outcome === 'not-judged') return result
  if (result.outcome === 'broken') return { outcome: 'held' }
  const { params = {}, spans } = result as Held
  return spans === undefined
    ? { outcome: 'broken', code: NEGATED_CODE, params }
    : { outcome: 'broken', code: NEGATED_CODE, params, spans }
}
