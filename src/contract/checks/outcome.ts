import type { JsonObject, Span } from '../../model/index.ts'
import type { CheckResult } from '../define-check.ts'

/** What held and where; nobody is told, unless the check is negated and that is the breach. */
export interface Held {
  readonly outcome: 'held'
  readonly params?: JsonObject
  readonly spans?: readonly Span[]
}

export function held(params: JsonObject = {}, spans: readonly Span[] = []): CheckResult {
  const result: Held = spans.length === 0 ? { outcome: 'held', params } : { outcome: 'held', params, spans }
  return result
}

export function broken(code: string, params: JsonObject, spans: readonly Span[] = []): CheckResult {
  return spans.length === 0 ? { outcome: 'broken', code, params } : { outcome: 'broken', code, params, spans }
}

export function notJudged(why: string): CheckResult {
  return { outcome: 'not-judged', why }
}
