import {
  conditionHolds,
  foldFacts,
  foldRefusal,
  type Clause,
  type CompiledContract,
  type Facts,
  type Objection,
  type Program,
  type Recovery,
  type Step,
} from '../contract/index.ts'
import {
  strictest,
  type AgentEvent,
  type Decision,
  type Directive,
  type Finding,
  type JudgeTask,
  type RecoveryStep,
  type Rewrite,
  type Tally,
  type TurnTally,
  type Verdict,
} from '../model/index.ts'
import { demandsOn, isIdle, recoverAtTurnEnd, release, RELEASE_MARK, type RecoveryState } from './recovery.ts'
import { withoutRedacted } from './hide.ts'
import { rewrittenEvent } from './rewrite.ts'
import type { Session } from './session.ts'

export interface Evaluation {
  readonly decision: Decision
  readonly session: Session
  /** The event as it may go on: rewritten where a clause asked for it and the mode enforces. */
  readonly event: AgentEvent
}

const ALLOWED: Decision = { verdict: 'allow', findings: [] }

const NOTHING: readonly never[] = []

/** Contract × session × event → decision and the next session. Pure: all clauses speak, the strictest wins. */
export function evaluate(compiled: CompiledContract, session: Session, event: AgentEvent): Evaluation {
  const facts = foldFacts(session.facts, event, compiled.keepsCalls)
  const heard = hear(compiled, session, event, facts)
  const { rewrites, judgeTasks } = heard
  const demand = isIdle(session.recovery) ? undefined : demandsOn(compiled, session.recovery, event)
  const findings =
    demand === undefined || demand.findings.length === 0
      ? heard.findings
      : [...(heard.findings ?? NOTHING), ...demand.findings]
  const verdict = findings === undefined ? 'allow' : strictest(findings.map((finding) => finding.verdict))
  const isRefused = verdict === 'deny' && session.mode === 'enforce'
  // guidance that went with a request nobody sent has not been given
  const isSent = session.mode === 'shadow' || (verdict !== 'deny' && verdict !== 'ask')
  const passed = rewrites === undefined || session.mode === 'shadow' ? event : rewrittenEvent(event, rewrites)
  // what was hidden before it left is not part of what the agent said or did
  const seen = passed === event ? facts : foldFacts(session.facts, passed, compiled.keepsCalls)
  // spelled out, because it runs for every event and a spread that replaces keys takes ten times as long
  const moved: Session = {
    sessionId: session.sessionId,
    mode: session.mode,
    facts: isRefused ? foldRefusal(seen, event, session.facts) : seen,
    states: isRefused ? heard.statesIfRefused : heard.states,
    broken: heard.broken,
    judged: heard.judged,
    recovery: recoveryAfter(demand !== undefined && isSent ? demand.state : session.recovery, event),
  }
  const closed = event.kind === 'turn-end' ? endTurn(compiled, moved) : undefined
  const decision = decisionOf(
    verdict,
    findings === undefined
      ? NOTHING
      : passed === event
        ? findings
        : withoutRedacted(findings, event, rewrites!),
    rewrites,
    passed === event ? judgeTasks : judgeTasks?.map((task) => withoutHidden(task, passed)),
    demand?.directives ?? NOTHING,
    closed?.steps,
    closed?.tally,
  )
  return { decision, session: closed?.session ?? moved, event: passed }
}

/** What all clauses that listen have said, and what they will remember. */
interface Heard {
  readonly findings: readonly Finding[] | undefined
  readonly rewrites: readonly Rewrite[] | undefined
  readonly judgeTasks: readonly JudgeTask[] | undefined
  readonly states: readonly unknown[]
  readonly statesIfRefused: readonly unknown[]
  readonly broken: readonly number[]
  readonly judged: readonly number[]
}

function hear(compiled: CompiledContract, session: Session, event: AgentEvent, facts: Facts): Heard {
  const { states } = session
  const { recovery } = compiled.contract
  let findings: Finding[] | undefined
  let rewrites: Rewrite[] | undefined
  let judgeTasks: JudgeTask[] | undefined
  // copied when the first state changes; those of a refusal only when one differs from what was before
  let next: unknown[] | undefined
  let nextIfRefused: unknown[] | undefined
  let { broken, judged } = session
  const listeners = compiled.listeners[event.kind]
  // counted, because it is the hottest loop of all
  for (let at = 0; at < listeners.length; at += 1) {
    const { index, clause, program, condition } = listeners[at]!
    if (condition !== undefined && !conditionHolds(condition, facts)) continue
    const state = states[index]
    const step = stepOf(clause, program, state, event, facts)
    if (step === undefined) continue
    const { ifRefused, objections, judgeTask } = step
    if (step.state !== state) (next ??= states.slice())[index] = step.state
    if (ifRefused !== undefined && ifRefused !== state) (nextIfRefused ??= states.slice())[index] = ifRefused
    if (judgeTask !== undefined) (judgeTasks ??= []).push({ ...judgeTask, clauseId: clause.id })
    for (const objection of objections ?? NOTHING) {
      ;(findings ??= []).push(findingOf(clause, objection, recovery))
      if (objection.rewrite !== undefined) (rewrites ??= []).push(objection.rewrite)
    }
    const isBroken = objections !== undefined && objections.some(isBreach)
    if (isBroken) broken = withIndex(broken, index)
    if (clause.tallied === 'when-judged' && (step.judged === true || isBroken))
      judged = withIndex(judged, index)
  }
  return {
    findings,
    rewrites,
    judgeTasks,
    states: next ?? states,
    statesIfRefused: nextIfRefused ?? states,
    broken,
    judged,
  }
}

/** What was hidden in the turn's answer is hidden from its judge as well. */
function withoutHidden(task: JudgeTask, passed: AgentEvent): JudgeTask {
  return passed.kind === 'turn-end' && passed.output !== undefined ? { ...task, text: passed.output } : task
}

function recoveryAfter(state: RecoveryState, event: AgentEvent): RecoveryState {
  return event.kind === 'mark' && event.marker === RELEASE_MARK ? release(state) : state
}

/** An event of the past, told again in a request's history: it changes the state and is not judged. */
export function fold(compiled: CompiledContract, session: Session, event: AgentEvent): Session {
  const { facts, states } = evaluate(compiled, { ...session, mode: 'shadow' }, event).session
  return { ...session, facts, states }
}

/** The fail-closed rule, in one place: a clause that breaks counts as a breach of itself. */
function stepOf(
  clause: Clause,
  program: Program<unknown>,
  state: unknown,
  event: AgentEvent,
  facts: Facts,
): Step<unknown> | undefined {
  try {
    return program.step(state, event, facts)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      state,
      objections: [
        {
          code: 'clause-failed',
          verdict: clause.level === 'hard' || program.failsClosed === true ? 'deny' : 'warn',
          params: { reason },
        },
      ],
    }
  }
}

function findingOf(clause: Clause, objection: Objection, recovery: Recovery): Finding {
  const { code, params, evidence, counted = true, thetaPenalty } = objection
  const { id, operator, level, severity, location } = clause
  const finding: Finding = {
    clauseId: id,
    operator,
    code,
    level,
    severity,
    verdict: consequence(clause, objection, recovery),
    params,
    location,
    counted,
  }
  if (evidence === undefined && thetaPenalty === undefined) return finding
  return {
    ...finding,
    ...(evidence === undefined ? {} : { evidence }),
    ...(thetaPenalty === undefined ? {} : { thetaPenalty }),
  }
}

/**
 * `recovery.on_*_violation` decides what a breach leads to; a rewrite has already dealt with it, and a finding
 * that its clause only logs is a record and no breach to raise.
 */
function consequence(
  { level }: Clause,
  { verdict, code }: Objection,
  { onHardViolation, onSoftViolation }: Recovery,
): Verdict {
  if (verdict === 'rewrite' || verdict === 'allow' || code === 'not-judged') return verdict
  if (level === 'hard')
    return onHardViolation === 'log_and_continue' && (verdict === 'deny' || verdict === 'ask')
      ? 'warn'
      : verdict
  return onSoftViolation === 'raise' ? 'deny' : verdict
}

function isBreach({ counted, code }: Objection): boolean {
  return counted !== false && code !== 'not-judged'
}

/** Only the end of a turn closes the books: a judge may answer between two turns, and that counts in the next. */
function withIndex(indexes: readonly number[], index: number): readonly number[] {
  return indexes.includes(index) ? indexes : [...indexes, index]
}

function endTurn(
  compiled: CompiledContract,
  session: Session,
): { session: Session; tally: TurnTally; steps: readonly RecoveryStep[] } {
  const { clauses } = compiled
  const { facts } = session
  const tally = {
    turn: facts.turn,
    hard: tallyOf('hard', compiled, session),
    soft: tallyOf('soft', compiled, session),
  }
  const brokenIds = new Set(session.broken.map((index) => clauses[index]!.id))
  const { state, steps } = recoverAtTurnEnd(compiled, session.recovery, brokenIds, facts.turn)
  return { session: { ...session, recovery: state, broken: [], judged: [] }, tally, steps }
}

function tallyOf(
  level: Clause['level'],
  { clauses }: CompiledContract,
  { broken, judged, facts }: Session,
): Tally {
  let count = 0
  let brokenCount = 0
  clauses.forEach((clause, index) => {
    if (clause.level !== level || clause.tallied === 'never' || !conditionHolds(clause.when, facts)) return
    if (clause.tallied === 'when-judged' && !judged.includes(index)) return
    count += 1
    if (broken.includes(index)) brokenCount += 1
  })
  return { judged: count, held: count - brokenCount }
}

function decisionOf(
  verdict: Verdict,
  findings: readonly Finding[],
  rewrites: readonly Rewrite[] | undefined,
  judgeTasks: readonly JudgeTask[] | undefined,
  directives: readonly Directive[],
  recovery: readonly RecoveryStep[] | undefined,
  tally: TurnTally | undefined,
): Decision {
  if (findings.length === 0 && judgeTasks === undefined && directives.length === 0 && tally === undefined)
    return ALLOWED
  return {
    verdict,
    findings,
    ...(rewrites === undefined ? {} : { rewrites }),
    ...(judgeTasks === undefined ? {} : { judgeTasks }),
    ...(directives.length === 0 ? {} : { directives }),
    ...(recovery === undefined || recovery.length === 0 ? {} : { recovery }),
    ...(tally === undefined ? {} : { tally }),
  }
}
