import type { CompiledContract, Facts } from '../contract/index.ts'
import { costUsd as priced, priceOf } from '../prices/index.ts'
import {
  evaluate,
  fold,
  openSession,
  plan,
  restoreSession,
  snapshotOf,
  type Session,
  type Snapshot,
} from '../engine/index.ts'
import type {
  AgentEvent,
  Decision,
  Effect,
  EventKind,
  EventOf,
  Judge,
  JudgeAnswer,
  JudgeTask,
  Mode,
  SessionRecord,
} from '../model/index.ts'

/** An event as a surface sees it; the guard numbers it and stamps the time. */
export type EventInput = { [Kind in EventKind]: InputOf<Kind> }[EventKind]

type InputOf<Kind extends EventKind> = Omit<EventOf<Kind>, 'seq' | 'atMs'> & { readonly atMs?: number }

/** Takes records and returns at once; whoever implements it makes them durable. */
export interface RecordSink {
  append(record: SessionRecord): void
}

export interface GuardOptions {
  readonly contract: CompiledContract
  readonly mode?: Mode
  readonly nowMs: () => number
  readonly sink?: RecordSink
  /** Without a judge, sampled judgements are recorded as skipped. */
  readonly judge?: Judge
}

export interface Judged {
  /** As it may go on and as it is recorded: what a clause redacted is gone from it. */
  readonly event: AgentEvent
  readonly decision: Decision
  readonly effect: Effect
}

interface Tracked {
  session: Session
  nextSeq: number
  /** Judges that were asked and have not answered. */
  asked: number
  /** Nobody needs it any more but for their answers. */
  isLeaving: boolean
}

/** The one path from event to effect to record, used by every surface and runner. */
export interface Guard {
  readonly contract: CompiledContract
  judge(input: EventInput): Judged
  /** History told again: counted in state, never judged a second time. */
  fold(input: EventInput): void
  /** Goes on under another contract; clauses that mean the same keep their memory. */
  adopt(contract: CompiledContract): void
  snapshot(sessionId: string): { readonly snapshot: Snapshot; readonly nextSeq: number } | undefined
  restore(sessionId: string, snapshot: Snapshot, nextSeq: number): void
  /** At once, or as soon as judges that were asked about it have answered. */
  forget(sessionId: string): void
  /** Resolves when every judge that was asked has answered. */
  settled(): Promise<void>
}

export function createGuard(options: GuardOptions): Guard {
  const { mode = 'enforce', nowMs, sink, judge } = options
  let contract = options.contract
  let signature = signatureOf(contract)
  const sessions = new Map<string, Tracked>()
  const pending = new Set<Promise<unknown>>()

  function trackedOf(sessionId: string): Tracked {
    let tracked = sessions.get(sessionId)
    if (tracked === undefined)
      sessions.set(sessionId, (tracked = newlyTracked(openSession(contract, sessionId, mode), 0)))
    return tracked
  }

  function numbered(input: EventInput, tracked: Tracked): AgentEvent {
    const seq = tracked.nextSeq
    tracked.nextSeq += 1
    return stamped(input, seq, nowMs, tracked.session.facts)
  }

  function record(event: AgentEvent, decision: Decision, effect: Effect): void {
    sink?.append({ event, decision, effect, mode, contract: signature })
  }

  function judgeEvent(input: EventInput): Judged {
    const tracked = trackedOf(input.sessionId)
    const { decision, session, event } = evaluate(contract, tracked.session, numbered(input, tracked))
    tracked.session = session
    const effect = plan(decision, mode)
    record(event, decision, effect)
    if (decision.judgeTasks !== undefined)
      for (const task of decision.judgeTasks) dispatch(task, event.sessionId)
    return { event, decision, effect }
  }

  /** Outside the pure core and off the hot path; the answer comes back as an event like any other. */
  function dispatch(task: JudgeTask, sessionId: string): void {
    const asking = trackedOf(sessionId)
    asking.asked += 1
    const done = answerTo(task)
      .then((answer) =>
        judgeEvent({ kind: 'judge-verdict', sessionId, clauseId: task.clauseId, turn: task.turn, ...answer }),
      )
      .finally(() => {
        asking.asked -= 1
        if (asking.isLeaving && asking.asked === 0 && sessions.get(sessionId) === asking)
          sessions.delete(sessionId)
      })
    // a sink that cannot take the answer tells so when it is flushed; here nobody is left to tell
    const settled = done.catch(() => undefined).finally(() => pending.delete(settled))
    pending.add(settled)
  }

  async function answerTo(task: JudgeTask): Promise<JudgeAnswer> {
    if (judge === undefined) return { verdict: 'skip', reason: 'no judge is configured' }
    try {
      return await judge.ask(task)
    } catch (error) {
      return { verdict: 'skip', reason: `the judge failed: ${String(error)}` }
    }
  }

  return {
    get contract() {
      return contract
    },
    judge(input) {
      const known = sessions.get(input.sessionId)
      if (known !== undefined) known.isLeaving = false
      return judgeEvent(input)
    },
    fold(input) {
      const tracked = trackedOf(input.sessionId)
      tracked.isLeaving = false
      const event = numbered(input, tracked)
      tracked.session = fold(contract, tracked.session, event)
      sink?.append({ event, decision: NOT_JUDGED, effect: PASS, mode, contract: signature, folded: true })
    },
    adopt(next) {
      for (const tracked of sessions.values())
        tracked.session = restoreSession(next, snapshotOf(contract, tracked.session))
      contract = next
      signature = signatureOf(next)
    },
    snapshot(sessionId) {
      const tracked = sessions.get(sessionId)
      return tracked === undefined
        ? undefined
        : { snapshot: snapshotOf(contract, tracked.session), nextSeq: tracked.nextSeq }
    },
    restore(sessionId, snapshot, nextSeq) {
      // whether anything is refused is this guard's to say, not that of the one that wrote the snapshot
      sessions.set(sessionId, newlyTracked({ ...restoreSession(contract, snapshot), mode }, nextSeq))
    },
    forget(sessionId) {
      const tracked = sessions.get(sessionId)
      // an answer that is still to come would begin the session anew
      if (tracked !== undefined && tracked.asked > 0) tracked.isLeaving = true
      else sessions.delete(sessionId)
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

function newlyTracked(session: Session, nextSeq: number): Tracked {
  return { session, nextSeq, asked: 0, isLeaving: false }
}

const NOT_JUDGED: Decision = { verdict: 'allow', findings: [] }
const PASS: Effect = { kind: 'pass' }

function signatureOf({ contract: { name, version, hash } }: CompiledContract): SessionRecord['contract'] {
  return { name, version, hash }
}

/** What is new comes first: behind a spread it would take many times as long, and every event passes here. */
function stamped(input: EventInput, seq: number, nowMs: () => number, facts: Facts): AgentEvent {
  const atMs = input.atMs ?? nowMs()
  const costUsd =
    input.kind === 'model-response' && input.costUsd === undefined ? costOf(input, facts) : undefined
  // an event that was numbered elsewhere gets a number of ours, and what was left open is filled in
  const isOpen =
    (input.atMs === undefined && 'atMs' in input) || (costUsd !== undefined && 'costUsd' in input)
  if ('seq' in input || isOpen) return { ...input, seq, atMs, ...(costUsd === undefined ? {} : { costUsd }) }
  return costUsd === undefined ? { seq, atMs, ...input } : ({ seq, atMs, costUsd, ...input } as AgentEvent)
}

/** Records are the only source of numbers, so a reply's cost is written into it when a price is known. */
function costOf({ usage, provider, model }: InputOf<'model-response'>, facts: Facts): number | undefined {
  const named = model ?? facts.model
  const price =
    usage === undefined || named === undefined ? undefined : priceOf(provider ?? facts.provider, named)
  return usage === undefined || price === undefined ? undefined : priced(usage, price)
}
