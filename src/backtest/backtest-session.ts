import type { CompiledContract } from '../contract/index.ts'
import { plan } from '../engine/index.ts'
import { addRecord, finish, startSession, type Compliance, type SessionState } from '../metrics/index.ts'
import { isStricter, type Decision } from '../model/index.ts'
import { actsAlike, type Doubt, type Flip } from './flip.ts'
import { judgeAgain } from './judge-again.ts'
import { wasRedacted, type RecordedSession, type RecordedStep } from './recorded-session.ts'

export interface BacktestOptions {
  readonly candidate: CompiledContract
  /** Judges in place of the recorded decisions. */
  readonly old?: CompiledContract
}

/** What a candidate makes of one recorded session. */
export interface SessionBacktest {
  readonly sessionId: string
  readonly judged: number
  readonly folded: number
  /** Judged events whose recorded decision is known, or that `old` judged. */
  readonly compared: number
  readonly flips: readonly Flip[]
  /** Decisions that seem milder only because what was redacted then is not there to be found again. */
  readonly hidden: number
  /** Turns the candidate would have put to a judge who was not asked then. */
  readonly unasked: number
  readonly compliance: { readonly before: Compliance; readonly after: Compliance }
}

export function backtestSession(
  { candidate, old }: BacktestOptions,
  session: RecordedSession,
): SessionBacktest {
  const flips: Flip[] = []
  const asked = judgesAsked(session)
  const earlier = old === undefined ? undefined : judgeAgain(old, session)
  let [numbersBefore, numbersAfter] = [startSession(), startSession()]
  let [judged, compared, hidden, unasked] = [0, 0, 0, 0]
  let doubt: Doubt | undefined
  for (const { step, decision: after } of judgeAgain(candidate, session)) {
    const before = earlier === undefined ? step.decision : decisionIn(earlier.next())
    judged += 1
    if (before !== undefined) {
      compared += 1
      numbersBefore = withDecision(numbersBefore, step, before)
    }
    numbersAfter = withDecision(numbersAfter, step, after)
    unasked += (after.judgeTasks ?? []).filter(({ clauseId }) => !asked.has(clauseId)).length
    const isHidden = wasRedacted(step) && step.contractHash !== candidate.contract.hash
    const verdict = before?.verdict ?? 'allow'
    if (isHidden && isStricter(verdict, after.verdict)) hidden += 1
    else {
      if (after.verdict !== verdict)
        flips.push({ event: step.event, before, after, ...(doubt === undefined ? {} : { doubt }) })
      if (!actsAlike(before, after)) doubt = 'counterfactual'
    }
    if (wasRedacted(step)) doubt ??= 'redacted'
  }
  return {
    sessionId: session.sessionId,
    judged,
    folded: session.steps.length - judged,
    compared,
    flips,
    hidden,
    unasked,
    compliance: { before: finish(numbersBefore).compliance, after: finish(numbersAfter).compliance },
  }
}

function judgesAsked({ steps }: RecordedSession): ReadonlySet<string> {
  return new Set(steps.flatMap(({ event }) => (event.kind === 'judge-verdict' ? [event.clauseId] : [])))
}

/** Both walks stop at the same steps. */
function decisionIn(walked: ReturnType<ReturnType<typeof judgeAgain>['next']>): Decision | undefined {
  return walked.done === true ? undefined : walked.value.decision
}

function withDecision(state: SessionState, { event, mode }: RecordedStep, decision: Decision): SessionState {
  return addRecord(state, { event, decision, effect: plan(decision, mode), mode, contract: NOBODYS })
}

/** No number depends on whose decision it was. */
const NOBODYS = { name: '', version: '', hash: '' }
