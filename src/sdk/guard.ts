import { randomUUID } from 'node:crypto'
import type { EventInput, Judged } from '../guard/index.ts'
import type {
  Decision,
  EventKind,
  EventOf,
  Judge,
  JsonObject,
  JsonValue,
  Mode,
  SessionRecord,
} from '../model/index.ts'
import type { RecordStore } from '../store/record-store.ts'
import { breachOf } from './breach-of.ts'
import { ContractBreachError } from './contract-breach-error.ts'
import { openContract, type ContractSource } from './contract-source.ts'
import type { Conversation } from './conversation.ts'
import { Conversations } from './conversations.ts'
import { judgeFromEnvironment } from './judge-from-environment.ts'
import { isStopped, refusalOf } from '../exchange/refusals.ts'

export interface GuardOptions {
  /** `shadow` records what would have been stopped and stops nothing. */
  readonly mode?: Mode
  /** Names the session; without it each guard has a session of its own. */
  readonly sessionId?: string
  readonly agent?: string
  readonly store?: RecordStore
  /** Told of every record, before it is stored. */
  readonly onRecord?: (record: SessionRecord) => void
  /** Asked by `judge_predicate`; without it judges are found by the environment's keys. */
  readonly judge?: Judge
  readonly nowMs?: () => number
  /** Sessions kept in memory, the most recently used ones. */
  readonly mostSessions?: number
}

/** An event of this guard's session; the guard knows the rest. */
export type GuardedEvent = {
  [Kind in EventKind]: Omit<EventOf<Kind>, 'seq' | 'atMs' | 'sessionId' | 'surface'>
}[EventKind]

export interface ToolCallInput {
  readonly tool: string
  readonly args?: JsonObject
  readonly callId?: string
  readonly hosted?: boolean
}

export interface ToolResultInput {
  readonly tool: string
  readonly content: JsonValue
  readonly callId?: string
  readonly ok?: boolean
}

/** A call that may run. */
export interface AllowedCall {
  readonly callId: string
  /** What may be run: redacted where the contract says so. */
  readonly args: JsonObject
  readonly decision: Decision
}

/** One session under a contract. What is stopped throws a `ContractBreachError`; `judge` leaves that to its caller. */
export interface ContractGuard {
  readonly contractName: string
  readonly sessionId: string
  readonly mode: Mode
  /** A view of another session under the same contract. */
  session(sessionId: string): ContractGuard
  /** Judges any event and leaves the effect to the caller. */
  judge(event: GuardedEvent): Judged
  turnStart(input?: string): Decision
  /** Before the call runs. A call that was judged in a reply of a wrapped client is not judged twice. */
  toolCall(call: ToolCallInput): AllowedCall
  /** Before the result reaches the model; gives it back as it may go on. */
  toolResult(result: ToolResultInput): JsonValue
  /** Judges the call, runs it, judges what comes out. A failure is recorded as a failed result and thrown on. */
  run<Result extends JsonValue>(
    call: ToolCallInput,
    execute: (args: JsonObject) => Result | Promise<Result>,
  ): Promise<Result>
  turnEnd(output?: string): Decision
  state(fields: JsonObject): Decision
  mark(marker: string): Decision
  /** These scopes are active from now on, and no others. */
  scope(...scopes: readonly string[]): Decision
  sessionEnd(): Decision
  /** Resolves when every judge has answered and everything recorded would survive a crash. */
  settled(): Promise<void>
}

const MOST_SESSIONS = 10_000

/** Judges by a contract inside the process, for everything that no wrapper or adapter is there for. */
export function createGuard(contract: ContractSource, options: GuardOptions = {}): ContractGuard {
  const { mode = 'enforce', nowMs = Date.now, mostSessions = MOST_SESSIONS } = options
  const conversations = new Conversations({
    contract: openContract(contract),
    mode,
    nowMs,
    mostSessions,
    store: options.store,
    judge: options.judge ?? judgeFromEnvironment(),
    onRecord: options.onRecord,
    agent: options.agent,
  })
  return guardOf(conversations, options.sessionId ?? `sdk/${randomUUID()}`)
}

const CONVERSATIONS = new WeakMap<ContractGuard, Conversations>()

export function conversationsOf(guard: ContractGuard): Conversations | undefined {
  return CONVERSATIONS.get(guard)
}

function guardOf(conversations: Conversations, sessionId: string): ContractGuard {
  const { contractName, mode, agent } = conversations
  const base = { sessionId, surface: 'sdk' } as const

  function opened(): Conversation {
    const session = conversations.open(sessionId)
    if (session.isNew) stopUnlessAllowed('The session', conversations.judge(session, sessionStart(undefined)))
    return session
  }

  function sessionStart(scopes: readonly string[] | undefined): EventInput {
    return { kind: 'session-start', ...base, ...(agent && { agent }), ...(scopes && { scopes }) }
  }

  function stopUnlessAllowed(what: string, judged: Judged): Judged {
    if (!isStopped(judged)) return judged
    throw new ContractBreachError(
      breachOf(refusalOf(what, contractName, judged), { contract: contractName, sessionId }),
    )
  }

  function judge(event: GuardedEvent): Judged {
    return conversations.judge(opened(), { ...event, ...base })
  }

  function decide(what: string, event: GuardedEvent): Decision {
    return stopUnlessAllowed(what, judge(event)).decision
  }

  function toolCall({ tool, args = {}, callId = randomUUID(), hosted }: ToolCallInput): AllowedCall {
    const known = opened().judgementOf(callId, args)
    const judged =
      known ?? judge({ kind: 'tool-call', callId, tool, args, ...(hosted === true && { hosted }) })
    const { event, decision } = stopUnlessAllowed(`The call of \`${tool}\``, judged)
    return { callId, args: event.kind === 'tool-call' ? event.args : args, decision }
  }

  function toolResult({ tool, content, callId = randomUUID(), ok = true }: ToolResultInput): JsonValue {
    const judged = judge({ kind: 'tool-result', callId, tool, ok, content })
    const { event } = stopUnlessAllowed(`The result of \`${tool}\``, judged)
    return event.kind === 'tool-result' ? event.content : content
  }

  const guard: ContractGuard = {
    contractName,
    sessionId,
    mode,
    session: (id) => guardOf(conversations, id),
    judge,
    turnStart: (input) => decide('The turn', { kind: 'turn-start', ...(input !== undefined && { input }) }),
    toolCall,
    toolResult,
    async run(call, execute) {
      const { callId, args } = toolCall(call)
      let result
      try {
        result = await execute(args)
      } catch (error) {
        toolResult({ tool: call.tool, callId, ok: false, content: String(error) })
        throw error
      }
      // sound because redaction replaces text by text and leaves the shape alone
      return toolResult({ tool: call.tool, callId, content: result }) as typeof result
    },
    turnEnd: (output) => decide('The answer', { kind: 'turn-end', ...(output !== undefined && { output }) }),
    state: (fields) => decide('The state', { kind: 'state', fields }),
    mark: (marker) => decide('The mark', { kind: 'mark', marker }),
    scope(...scopes) {
      const session = conversations.open(sessionId)
      return stopUnlessAllowed('The scope', conversations.judge(session, sessionStart(scopes))).decision
    },
    sessionEnd: () => decide('The end of the session', { kind: 'session-end' }),
    settled: () => conversations.settled(),
  }
  CONVERSATIONS.set(guard, conversations)
  return guard
}
