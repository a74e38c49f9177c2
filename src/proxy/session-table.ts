import { createGuard, type Guard } from '../guard/index.ts'
import type { AgentEvent } from '../model/index.ts'
import type { RecordStore, SessionView } from '../store/index.ts'
import { ProxySession, type SessionMemory } from './session.ts'

export interface SessionTableOptions {
  readonly guard: Guard
  readonly store: RecordStore | undefined
  readonly mode: 'enforce' | 'shadow'
  readonly nowMs: () => number
  readonly mostSessions: number
  /** Told once, when a session has been read from the store and before anybody uses it. */
  readonly onLoaded: (session: ProxySession) => void
  /** Told before a session leaves memory. */
  readonly onEvicted: (session: ProxySession) => void
}

type GuardSnapshot = NonNullable<ReturnType<Guard['snapshot']>>['snapshot']

interface Stored {
  readonly guard: GuardSnapshot
  readonly memory: SessionMemory
}

/** Sessions in memory, the most recently used ones; the others come back from the store when they are asked for. */
export class SessionTable {
  private readonly sessions = new Map<string, ProxySession>()
  private readonly opening = new Map<string, Promise<ProxySession>>()
  /** In memory, and whoever asked for them is still to be told. */
  private readonly fresh = new Set<ProxySession>()

  constructor(private readonly options: SessionTableOptions) {}

  get size(): number {
    return this.sessions.size
  }

  values(): Iterable<ProxySession> {
    return this.sessions.values()
  }

  get(id: string): ProxySession | undefined {
    return this.sessions.get(id)
  }

  /** At once when the session is in memory. */
  open(id: string): ProxySession | Promise<ProxySession> {
    const known = this.sessions.get(id)
    if (known !== undefined) {
      // the order only matters once someone may have to make room
      if (this.sessions.size * 2 > this.options.mostSessions) {
        this.sessions.delete(id)
        this.sessions.set(id, known)
      }
      return known
    }
    if (this.options.store === undefined) return this.admit(new ProxySession(id))
    let opening = this.opening.get(id)
    if (opening === undefined) {
      opening = this.load(id, this.options.store).finally(() => this.opening.delete(id))
      this.opening.set(id, opening)
    }
    return opening
  }

  /** Leaves memory; with a store nothing is lost. */
  drop(id: string): void {
    this.sessions.delete(id)
    this.options.guard.forget(id)
  }

  /** What a restart needs to take the session up again. */
  snapshotOf(session: ProxySession): { readonly seq: number; readonly state: string } | undefined {
    const taken = this.options.guard.snapshot(session.id)
    if (taken === undefined || taken.nextSeq === 0) return undefined
    const state: Stored = { guard: taken.snapshot, memory: session.memory() }
    return { seq: taken.nextSeq - 1, state: JSON.stringify(state) }
  }

  private async load(id: string, store: RecordStore): Promise<ProxySession> {
    const view = await store.update(id, (session) => ({ records: [], result: session }))
    const session = new ProxySession(id)
    if (view.nextSeq > 0) this.takeUp(session, view)
    this.options.onLoaded(session)
    return this.admit(session)
  }

  /** Snapshot first, then every record since, judged again by the same pure rules and not recorded again. */
  private takeUp(session: ProxySession, view: SessionView): void {
    const { guard, mode, nowMs } = this.options
    const scratch = createGuard({ contract: guard.contract, mode, nowMs })
    if (view.snapshot !== undefined) {
      const { guard: saved, memory } = JSON.parse(view.snapshot.state) as Stored
      scratch.restore(session.id, { ...saved, session: { ...saved.session, mode } }, view.snapshot.seq + 1)
      session.recall(memory)
    }
    for (const { event, folded, decision, effect } of view.records) {
      if (folded === true) scratch.fold(withoutSeq(event))
      else scratch.judge(withoutSeq(event))
      session.follow({ event, decision, effect })
    }
    const rebuilt = scratch.snapshot(session.id)
    if (rebuilt !== undefined) guard.restore(session.id, rebuilt.snapshot, view.nextSeq)
  }

  private admit(session: ProxySession): ProxySession {
    this.sessions.set(session.id, session)
    this.fresh.add(session)
    setImmediate(() => this.fresh.delete(session))
    if (this.sessions.size > this.options.mostSessions) this.makeRoom()
    return session
  }

  private makeRoom(): void {
    for (const session of this.sessions.values()) {
      if (session.inFlight > 0 || this.fresh.has(session)) continue
      this.options.onEvicted(session)
      this.drop(session.id)
      if (this.sessions.size <= this.options.mostSessions) return
    }
  }
}

function withoutSeq(event: AgentEvent): Parameters<Guard['judge']>[0] {
  const { seq: _, ...input } = event
  return input
}
