import type { CompiledContract } from '../contract/index.ts'
import { evaluate, fold, openSession, type Session } from '../engine/index.ts'
import type { Decision } from '../model/index.ts'
import { wasRedacted, type RecordedSession, type RecordedStep } from './recorded-session.ts'

export interface JudgedAgain {
  readonly step: RecordedStep
  readonly decision: Decision
}

/** A recorded session under a contract, by the rules every surface uses; what was folded then is folded again. */
export function* judgeAgain(
  compiled: CompiledContract,
  { sessionId, steps }: RecordedSession,
): Generator<JudgedAgain, void, void> {
  let session = openSession(compiled, sessionId)
  for (const step of steps) {
    const before = session.mode === step.mode ? session : { ...session, mode: step.mode }
    if (step.isFolded) {
      session = fold(compiled, before, step.event)
      continue
    }
    const { decision, session: after } = evaluate(compiled, before, step.event)
    // the same contract has judged what was there before it was hidden, so its word stands
    const stands = wasRedacted(step) && step.contractHash === compiled.contract.hash
    session = stands ? withBreaches(compiled, after, step) : after
    yield { step, decision: stands ? step.decision! : decision }
  }
}

/** The turn's tally counts the breaches of that decision too; the end of a turn has closed its books already. */
function withBreaches(
  { clauses }: CompiledContract,
  session: Session,
  { event, decision }: RecordedStep,
): Session {
  if (event.kind === 'turn-end') return session
  const broken = new Set(session.broken)
  for (const { clauseId, counted, code } of decision!.findings)
    if (counted && code !== 'not-judged') broken.add(clauses.findIndex(({ id }) => id === clauseId))
  broken.delete(-1)
  return { ...session, broken: [...broken] }
}
