import type { CompiledContract } from '../contract/index.ts'
import { createGuard, type EventInput, type Guard, type Judged } from '../guard/index.ts'
import type { Judge, Mode, SessionRecord } from '../model/index.ts'
import type { SessionHints } from '../wire/request.ts'
import type { RecordStore } from '../store/index.ts'
import { contractNeeds, type ContractNeeds } from '../exchange/contract-needs.ts'
import type { ContractInForce } from '../exchange/in-force.ts'
import { sessionNameOf } from '../exchange/session-name.ts'
import { ReplySessions } from '../exchange/reply-sessions.ts'
import type { ExchangeSession } from '../exchange/session.ts'
import { Conversation } from './conversation.ts'

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

/** In one process every client is the same one. */
export const CLIENT = 'sdk'

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
  private readonly sessions = new Map<string, Conversation>()
  private readonly replies = new ReplySessions(MOST_REPLIES_REMEMBERED)

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
  open(id: string): Conversation {
    const session = this.sessions.get(id) ?? new Conversation(id)
    this.sessions.delete(id)
    this.sessions.set(id, session)
    if (this.sessions.size > this.mostSessions) this.evictOne()
    return session
  }

  /** A name that was given counts; otherwise what the request itself says tells one conversation from another. */
  openFor(given: string | undefined, namespace: string, hints: SessionHints): Conversation {
    if (given !== undefined && given !== '') return this.open(given)
    const sessionOfReply = (responseId: string) => this.replies.sessionOf(CLIENT, responseId)
    return this.open(sessionNameOf({ namespace, hints, sessionOfReply }))
  }

  judge(session: ExchangeSession, input: EventInput): Judged {
    const judged = this.guard.judge(input)
    session.follow(judged)
    return judged
  }

  fold(session: ExchangeSession, input: EventInput): void {
    this.guard.fold(input)
    session.note(input)
  }

  rememberReply(client: string, responseId: string, sessionId: string): void {
    this.replies.remember(client, responseId, sessionId)
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
