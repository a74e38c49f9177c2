import type { CompiledContract } from '../contract/index.ts'
import { createGuard, type EventInput, type Guard, type Judged } from '../guard/index.ts'
import type { Judge, Mode, SessionRecord } from '../model/index.ts'
import type { RecordStore } from '../store/index.ts'
import { contractNeeds, type ContractNeeds } from './exchange/contract-needs.ts'
import type { ContractInForce } from './exchange/in-force.ts'
import { ExchangeSession } from './exchange/session.ts'

export interface ConversationsOptions {
  readonly contract: CompiledContract
  readonly mode: Mode
  readonly nowMs: () => number
  readonly store: RecordStore | undefined
  readonly judge: Judge | undefined
  readonly onRecord: ((record: SessionRecord) => void) | undefined
  readonly mostSessions: number
  readonly agent: string | undefined
}

const MOST_REPLIES_REMEMBERED = 10_000

/** One contract in force inside the process: its guard and its sessions. */
export class Conversations implements ContractInForce {
  readonly surface = 'sdk'
  readonly mode: Mode
  readonly needs: ContractNeeds
  readonly nowMs: () => number
  readonly contractName: string
  readonly agent: string | undefined
  private readonly guard: Guard
  private readonly store: RecordStore | undefined
  private readonly mostSessions: number
  private readonly sessions = new Map<string, ExchangeSession>()
  private readonly sessionByReply = new Map<string, string>()

  constructor({ contract, mode, nowMs, store, judge, onRecord, mostSessions, agent }: ConversationsOptions) {
    this.mode = mode
    this.nowMs = nowMs
    this.needs = contractNeeds(contract)
    this.contractName = contract.contract.name
    this.store = store
    this.mostSessions = mostSessions
    this.agent = agent
    this.guard = createGuard({
      contract,
      mode,
      nowMs,
      sink: {
        append(record) {
          onRecord?.(record)
          store?.append(record)
        },
      },
      ...(judge === undefined ? {} : { judge }),
    })
  }

  /** Sessions used least recently make room for new ones. */
  open(id: string): ExchangeSession {
    const session = this.sessions.get(id) ?? new ExchangeSession(id)
    this.sessions.delete(id)
    this.sessions.set(id, session)
    if (this.sessions.size > this.mostSessions) this.evictOne()
    return session
  }

  judge(session: ExchangeSession, input: EventInput): Judged {
    const judged = this.guard.judge(input)
    const { event } = judged
    session.note(event)
    if (event.kind === 'tool-call') session.rememberCall(event.callId, event.args, judged)
    return judged
  }

  fold(session: ExchangeSession, input: EventInput): void {
    this.guard.fold(input)
    session.note({ ...input, seq: 0, atMs: 0 })
  }

  rememberReply(client: string, responseId: string, sessionId: string): void {
    this.sessionByReply.set(`${client} ${responseId}`, sessionId)
    if (this.sessionByReply.size <= MOST_REPLIES_REMEMBERED) return
    const { value, done } = this.sessionByReply.keys().next()
    if (done !== true) this.sessionByReply.delete(value)
  }

  sessionOfReply(client: string, responseId: string): string | undefined {
    return this.sessionByReply.get(`${client} ${responseId}`)
  }

  /** Everything recorded of the session would survive a crash. */
  async flush(sessionId?: string): Promise<void> {
    await this.store?.flush(sessionId)
  }

  async settled(): Promise<void> {
    await this.guard.settled()
    await this.flush()
  }

  private evictOne(): void {
    for (const { id, inFlight } of this.sessions.values()) {
      if (inFlight > 0) continue
      this.sessions.delete(id)
      this.guard.forget(id)
      return
    }
  }
}
