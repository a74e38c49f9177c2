import { HoldfastError } from '../kit/errors.ts'
import { compileContract, type Contract } from '../contract/index.ts'
import { readEvent } from '../engine/index.ts'
import { createGuard, type Guard, type Judged } from '../guard/index.ts'
import {
  addRecord,
  addSession,
  finish,
  finishSessions,
  NO_SESSIONS,
  startSession,
  type SessionNumbers,
  type SessionsSatisfaction,
  type SessionState,
} from '../metrics/index.ts'
import type { AgentEvent, EventKind, Judge, Mode } from '../model/index.ts'
import type { CliIo } from './io.ts'
import { contractWords } from './words.ts'

export interface EventsSummary {
  readonly events: number
  readonly denied: number
  readonly sessions: readonly SessionNumbers[]
  readonly satisfaction: SessionsSatisfaction
}

export interface JudgeEventsOptions {
  readonly mode?: Mode
  readonly judge?: Judge
}

/** Judges a file of events with the guard that every surface uses, and folds the numbers from its records. */
export async function judgeEvents(
  contract: Contract,
  path: string,
  io: CliIo,
  onJudged: (judged: Judged) => void,
  { mode = 'enforce', judge }: JudgeEventsOptions = {},
): Promise<EventsSummary> {
  const config = {
    drift: contract.drift,
    reliability: contract.reliability,
    satisfaction: contract.satisfaction,
  }
  const sessions = new Map<string, SessionState>()
  const guard = createGuard({
    contract: compileContract(contract, { vocabulary: contractWords(io) }),
    mode,
    nowMs: () => 0,
    ...(judge === undefined ? {} : { judge }),
    sink: {
      append(record) {
        // nobody wrote the beginnings of turns that were left out
        if (record.folded === true) return
        const { sessionId } = record.event
        sessions.set(sessionId, addRecord(sessions.get(sessionId) ?? startSession(config), record))
      },
    },
  })
  const turns = new OpenTurns()
  let events = 0
  let denied = 0
  let number = 0
  for await (const line of io.lines(path)) {
    number += 1
    if (line.trim() === '' || isHeader(line)) continue
    const read = readEvent(line, events)
    if (!read.ok)
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `${path === '-' ? '<stdin>' : path}:${number}:1  ${read.reason}`,
        read.hint,
      )
    const { seq: _, ...input } = read.event
    if (turns.beginsUnannounced(read.event)) beginTurn(guard, input.sessionId)
    const judged = guard.judge(input)
    events += 1
    if (judged.decision.verdict === 'deny') denied += 1
    onJudged(judged)
    // without a judge nothing is waited for; with one, its answer must come before the next turn
    if (judged.decision.judgeTasks !== undefined && judge !== undefined) await guard.settled()
  }
  await guard.settled()
  const numbers = [...sessions.values()].map(finish)
  const satisfaction = finishSessions(
    numbers.reduce((state, session) => addSession(state, session.satisfaction), NO_SESSIONS),
    contract.satisfaction,
  )
  return { events, denied, sessions: numbers, satisfaction }
}

/** A file may begin with a line that names its format. */
function isHeader(line: string): boolean {
  return line.slice(0, 40).includes('{"format":"holdfast.event/1"')
}

/** Begins a turn without an event of its own, so that the others keep their numbers. */
function beginTurn(guard: Guard, sessionId: string): void {
  const nextSeq = guard.snapshot(sessionId)?.nextSeq
  guard.fold({ kind: 'turn-start', sessionId })
  const begun = guard.snapshot(sessionId)
  if (nextSeq !== undefined && begun !== undefined) guard.restore(sessionId, begun.snapshot, nextSeq)
}

/** What may come between two turns and is part of neither. */
const BETWEEN_TURNS: ReadonlySet<EventKind> = new Set([
  'session-start',
  'session-end',
  'mark',
  'fault',
  'judge-verdict',
])

/** A log that only tells where turns end still has turns: the next one begins with what comes next. */
class OpenTurns {
  readonly #ended = new Set<string>()

  beginsUnannounced({ kind, sessionId }: AgentEvent): boolean {
    if (BETWEEN_TURNS.has(kind)) return false
    const begins = this.#ended.delete(sessionId) && kind !== 'turn-start'
    if (kind === 'turn-end') this.#ended.add(sessionId)
    return begins
  }
}
