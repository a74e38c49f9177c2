import { plan } from '../engine/index.ts'
import { canonicalJson } from '../kit/canonical-json.ts'
import type { AgentEvent, Decision, Finding } from '../model/index.ts'

/**
 * Why a flip is not certain. `counterfactual`: an earlier decision of the session changed what happens, so the session
 * would have gone on differently. `redacted`: something before it was hidden and is not in the record.
 */
export type Doubt = 'counterfactual' | 'redacted'

/** A decision that comes out differently under the candidate. */
export interface Flip {
  readonly event: AgentEvent
  /** Absent where no decision was recorded; the event then counts as allowed. */
  readonly before: Decision | undefined
  readonly after: Decision
  readonly doubt?: Doubt
}

/** The findings that made a decision what it is; none when it was allowed. */
export function speakersOf(decision: Decision | undefined): readonly Finding[] {
  return decision === undefined || decision.verdict === 'allow'
    ? []
    : decision.findings.filter(({ verdict }) => verdict === decision.verdict)
}

const ALLOWED: Decision = { verdict: 'allow', findings: [] }

/** Whether an enforcing surface would have acted in the same way, so that the session goes on as it was recorded. */
export function actsAlike(before: Decision = ALLOWED, after: Decision = ALLOWED): boolean {
  return canonicalJson(plan(before, 'enforce')) === canonicalJson(plan(after, 'enforce'))
}
