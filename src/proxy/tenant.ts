import { contractNeeds, type ContractNeeds } from '../exchange/contract-needs.ts'
import type { ContractInForce } from '../exchange/in-force.ts'
import { ReplySessions } from '../exchange/reply-sessions.ts'
import type { ExchangeSession } from '../exchange/session.ts'
import type { CompiledContract } from '../contract/index.ts'
import { createGuard, type EventInput, type Guard, type Judged } from '../guard/index.ts'
import type { Judge, Mode, SessionRecord } from '../model/index.ts'
import type { RecordStore } from '../store/index.ts'
import type { FailMode } from './fail-mode.ts'
import type { LiveNumbers } from './live-numbers.ts'
import { reasonOf, type Log } from './log.ts'
import type { ProxySession } from './session.ts'
import { SessionTable } from './session-table.ts'
import type { Upstreams } from './upstreams.ts'

export interface TenantOptions {
  readonly name: string
  /** In front of every session id; stays the same while the gateway runs, also under a new contract. */
  readonly namespace: string
  readonly contract: CompiledContract
  readonly upstreams: Upstreams
  readonly mode: Mode
  readonly store: RecordStore | undefined
  readonly judge: Judge | undefined
  readonly nowMs: () => number
  readonly log: Log
  readonly fail: FailMode
  readonly numbers: LiveNumbers
  readonly mostSessions: number
  readonly onRecord: (record: SessionRecord) => void
}

const SNAPSHOT_AFTER_RECORDS = 256
/** So many snapshots are in memory at once when the gateway stops. */
const SAVED_TOGETHER = 500
const MOST_REPLIES_REMEMBERED = 50_000

/** One contract in force: its guard, its sessions and where its requests go. */
export class Tenant implements ContractInForce {
  readonly surface = 'proxy'
  readonly name: string
  readonly namespace: string
  readonly guard: Guard
  readonly sessions: SessionTable
  readonly mode: Mode
  readonly nowMs: () => number
  upstreams: Upstreams
  needs: ContractNeeds
  private readonly replies = new ReplySessions(MOST_REPLIES_REMEMBERED)

  constructor(private readonly options: TenantOptions) {
    const { contract, mode, nowMs, judge, store } = options
    this.name = options.name
    this.namespace = options.namespace
    this.mode = mode
    this.nowMs = nowMs
    this.upstreams = options.upstreams
    this.needs = contractNeeds(contract)
    this.guard = createGuard({
      contract,
      mode,
      nowMs,
      sink: { append: (record) => this.keep(record) },
      ...(judge === undefined ? {} : { judge }),
    })
    this.sessions = new SessionTable({
      guard: this.guard,
      store,
      mode,
      nowMs,
      mostSessions: options.mostSessions,
      onLoaded: (session) => this.settle(session),
      onEvicted: (session) => this.makeRoom(session),
    })
  }

  get contractName(): string {
    return this.guard.contract.contract.name
  }

  /** Goes on under a new contract; sessions keep what their clauses know. */
  adopt(contract: CompiledContract, upstreams: Upstreams): void {
    this.guard.adopt(contract)
    this.needs = contractNeeds(contract)
    this.upstreams = upstreams
  }

  open(sessionId: string): ProxySession | Promise<ProxySession> {
    return this.sessions.open(sessionId)
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

  /** Without a store there is nothing to wait for. */
  get keepsRecords(): boolean {
    return this.options.store !== undefined
  }

  /** Everything recorded of this session would survive a crash. */
  async flush(session: ProxySession): Promise<void> {
    const { store } = this.options
    if (store === undefined) return
    await store.flush(session.id)
    if (session.recordsSinceSnapshot >= SNAPSHOT_AFTER_RECORDS || session.hasUnsavedMemory)
      this.saveSnapshot(session)
  }

  saveSnapshot(session: ProxySession): void {
    const snapshot = this.sessions.snapshotOf(session)
    const { store, log } = this.options
    if (snapshot === undefined || store === undefined) return
    session.recordsSinceSnapshot = 0
    session.hasUnsavedMemory = false
    // only a shortcut for the next start, so nobody waits for it
    store.saveSnapshot(session.id, snapshot).catch((error: unknown) => {
      log({ level: 'warn', code: 'snapshot-failed', message: `session ${session.id}: ${reasonOf(error)}` })
    })
  }

  /** For an orderly end: everything is written, and the next start has a snapshot of every session. */
  async saveAll(): Promise<void> {
    const { store } = this.options
    if (store === undefined) return
    const sessions = [...this.sessions.values()]
    for (let from = 0; from < sessions.length; from += SAVED_TOGETHER)
      await Promise.all(
        sessions.slice(from, from + SAVED_TOGETHER).map((session) => this.saveOne(store, session)),
      )
  }

  private async saveOne(store: RecordStore, session: ProxySession): Promise<void> {
    const snapshot = session.recordsSinceSnapshot === 0 ? undefined : this.sessions.snapshotOf(session)
    try {
      await store.flush(session.id)
      if (snapshot !== undefined) await store.saveSnapshot(session.id, snapshot)
    } catch (error) {
      this.options.log({
        level: 'error',
        code: 'not-saved',
        message: `session ${session.id}: ${reasonOf(error)}`,
      })
    }
  }

  /** What clauses know of the session is gone; its records stay. */
  async reset(session: ProxySession): Promise<void> {
    const { store, nowMs } = this.options
    const mark = { kind: 'mark', sessionId: session.id, surface: 'proxy', marker: 'holdfast:reset' } as const
    this.judge(session, mark)
    const { nextSeq } = this.guard.snapshot(session.id)!
    const blank = createGuard({ contract: this.guard.contract, mode: this.mode, nowMs })
    blank.fold(mark)
    this.guard.restore(session.id, blank.snapshot(session.id)!.snapshot, nextSeq)
    session.turnOpen = false
    await store?.flush(session.id)
    const snapshot = this.sessions.snapshotOf(session)
    // the snapshot is what a restart goes by, so a reset is only done when it is kept
    if (snapshot !== undefined) await store?.saveSnapshot(session.id, snapshot)
  }

  rememberReply(client: string, responseId: string, sessionId: string): void {
    this.replies.remember(client, responseId, sessionId)
  }

  sessionOfReply(client: string, responseId: string): string | undefined {
    return this.replies.sessionOf(client, responseId)
  }

  private keep(record: SessionRecord): void {
    this.options.numbers.add(record)
    this.options.onRecord(record)
    try {
      this.options.store?.append(record)
    } catch (error) {
      // memory and store have parted ways; the next request reads the session again
      this.sessions.drop(record.event.sessionId)
      const what = `a record that could not be kept: ${reasonOf(error)}`
      if (this.mode === 'shadow') this.options.log({ level: 'error', code: 'not-recorded', message: what })
      else if (!this.options.fail.mayOverlook(what)) throw error
    }
  }

  /** A request that was under way when the process died is answered for: what it sent has been paid. */
  private settle(session: ProxySession): void {
    for (const { requestId, provider, model, tokens } of session.unanswered())
      this.judge(session, {
        kind: 'model-response',
        sessionId: session.id,
        surface: 'proxy',
        text: '',
        usage: { input: tokens.input, output: 0 },
        provider,
        model,
        stopReason: 'interrupted',
        ...(requestId === undefined ? {} : { requestId }),
      })
  }

  /** With a store a session can come back; without one it is gone, and whoever runs the gateway should know. */
  private makeRoom(session: ProxySession): void {
    if (this.options.store !== undefined) return this.saveSnapshot(session)
    this.options.log({
      level: 'warn',
      code: 'session-forgotten',
      message: `session ${session.id} was forgotten to make room; use a store to keep all of them`,
    })
  }
}
