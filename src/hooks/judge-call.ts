import type { CompiledContract } from '../contract/compile-contract.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import { createGuard, type EventInput, type Guard } from '../guard/guard.ts'
import type { AgentEvent, Decision, Effect, Mode, SessionRecord } from '../model/index.ts'
import type { SessionUpdate } from '../store/record-store.ts'
import type { HookAnswer, HookCall, Powers } from './host.ts'
import { keyOf, NO_MEMORY, remembering, type HookMemory, type Told } from './memory.ts'
import { newReplies } from './new-replies.ts'
import { reasonOf } from './reason.ts'
import type { SessionView } from './session-file.ts'

export interface JudgeOptions {
  readonly compiled: CompiledContract
  readonly vocabulary: Vocabulary
  readonly mode: Mode
  readonly nowMs: () => number
}

/** Rebuilds the session, judges what the host told, and says what to write and what to answer. */
export function judgeCall(
  call: HookCall,
  session: SessionView,
  options: JudgeOptions,
): SessionUpdate<HookAnswer> {
  const records: SessionRecord[] = []
  const guard = silentGuard(options, records)
  let memory = rebuilt(call.sessionId, session, guard, options.mode)
  records.length = 0
  const asked = call.events.at(-1)!
  const before = toldBefore(memory, call, asked)
  const { name } = options.compiled.contract
  const answer = (
    decisions: readonly Decision[],
    kind: HookAnswer['kind'],
    event: AgentEvent,
  ): HookAnswer => ({
    kind,
    event,
    reason:
      options.mode === 'shadow'
        ? ''
        : reasonOf(decisions, name, options.vocabulary, { isRefused: kind === 'block' || kind === 'ask' }),
  })
  if (before !== undefined) {
    const event = { ...asked, seq: session.nextSeq - 1, atMs: options.nowMs() } as AgentEvent
    return { records: [], result: answer([before.decision], cutDown(before.effect.kind, call.powers), event) }
  }
  const { replies, transcripts } = newReplies(call, memory, options.compiled)
  const said = replies.map((reply) => guard.judge(reply))
  const judged = call.events.map((event) => guard.judge(event))
  const decisions = [...said, ...judged].map(({ decision }) => decision)
  skipJudges(guard, call.sessionId, decisions)
  const last = judged.at(-1)!
  // what was said has been seen already; what can still be stopped is the call that follows from it
  const effects = [last.effect, ...said.map(({ effect }) => effect).filter(({ kind }) => kind !== 'rewrite')]
  const kind = cutDown(strictestKind(effects), call.powers)
  const written = records.map((record) => asDone(record, last.event, kind))
  for (const record of written) memory = remembering(memory, record)
  const { snapshot, nextSeq } = guard.snapshot(call.sessionId)!
  return {
    records: written,
    snapshot: { seq: nextSeq - 1, state: JSON.stringify({ ...memory, transcripts, engine: snapshot }) },
    result: answer(decisions, kind, last.event),
  }
}

/** A guard whose judge never answers: a hook has no time to ask one, and says so itself. */
function silentGuard({ compiled, mode, nowMs }: JudgeOptions, records: SessionRecord[]): Guard {
  return createGuard({
    contract: compiled,
    mode,
    nowMs,
    sink: { append: (record) => void records.push(record) },
    judge: { ask: () => new Promise(() => undefined) },
  })
}

function rebuilt(
  sessionId: string,
  { state, records, nextSeq }: SessionView,
  guard: Guard,
  mode: Mode,
): HookMemory {
  let memory: HookMemory = state === undefined ? NO_MEMORY : (JSON.parse(state) as HookMemory)
  const { engine } = memory
  if (engine !== undefined)
    guard.restore(sessionId, { ...engine, session: { ...engine.session, mode } }, nextSeq - records.length)
  for (const record of records) {
    guard.judge(record.event)
    memory = remembering(memory, record)
  }
  return memory
}

/** Several hosts read the same settings, and a person may install twice: one event is judged once. */
function toldBefore(
  memory: HookMemory,
  { hasOwnCallId = false }: HookCall,
  event: EventInput,
): Told | undefined {
  if (event.kind !== 'tool-call' && event.kind !== 'tool-result')
    return memory.last?.key === keyOf(event) ? memory.last : undefined
  return hasOwnCallId ? memory.told.find(({ key }) => key === `${event.kind} ${event.callId}`) : undefined
}

function skipJudges(guard: Guard, sessionId: string, decisions: readonly Decision[]): void {
  for (const { clauseId, turn } of decisions.flatMap(({ judgeTasks = [] }) => judgeTasks))
    guard.judge({
      kind: 'judge-verdict',
      sessionId,
      clauseId,
      turn,
      verdict: 'skip',
      reason: 'a hook asks no judge',
    })
}

const STRICTNESS = ['pass', 'rewrite', 'ask', 'block'] as const satisfies readonly Effect['kind'][]

function strictestKind(effects: readonly Effect[]): Effect['kind'] {
  return effects
    .map(({ kind }) => kind)
    .reduce((left, right) => (STRICTNESS.indexOf(right) > STRICTNESS.indexOf(left) ? right : left))
}

/** What the host cannot do becomes the next stricter thing it can, and a remark when it can do nothing. */
export function cutDown(kind: Effect['kind'], powers: Powers): Effect['kind'] {
  if (kind === 'pass' || powers[kind]) return kind
  return powers.block ? 'block' : 'pass'
}

/** The record keeps what was decided and what was really done. */
function asDone(record: SessionRecord, last: AgentEvent, kind: Effect['kind']): SessionRecord {
  const done = record.event === last ? kind : 'pass'
  if (record.effect.kind === done || record.mode === 'shadow') return record
  return {
    ...record,
    effect:
      done === 'rewrite' ? { kind: 'rewrite', rewrites: record.decision.rewrites ?? [] } : { kind: done },
  }
}
