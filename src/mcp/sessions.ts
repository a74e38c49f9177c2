import type { CompiledContract } from '../contract/index.ts'
import { createGuard, type Guard } from '../guard/index.ts'
import type { AgentEvent, Finding, Mode, SessionRecord } from '../model/index.ts'
import type { RecordStore, SessionView } from '../store/index.ts'
import { PIN_OPERATOR } from './pin-finding.ts'
import { ToolSession } from './tool-session.ts'

export interface SessionsOptions {
  readonly contract: CompiledContract
  readonly mode: Mode
  readonly nowMs: () => number
  readonly store: RecordStore | undefined
  /** Written into every session: where the server runs. */
  readonly workdir?: string
}

/** The sessions of one guard process: judged by one guard, kept in one store. */
export class Sessions {
  private readonly guard: Guard
  private readonly open = new Map<string, Promise<ToolSession>>()
  /** Set while a call is judged that something outside the contract refuses. */
  private objection: Finding | undefined

  constructor(private readonly options: SessionsOptions) {
    const { contract, mode, nowMs, store } = options
    this.guard = createGuard({
      contract,
      mode,
      nowMs,
      sink: { append: (record) => store?.append(this.overruled(record)) },
    })
  }

  get(sessionId: string): Promise<ToolSession> {
    let session = this.open.get(sessionId)
    if (session === undefined) {
      session = this.load(sessionId)
      this.open.set(sessionId, session)
      // what could not be read may be readable the next time
      session.catch(() => this.open.delete(sessionId))
    }
    return session
  }

  async end(sessionId: string): Promise<void> {
    const session = this.open.get(sessionId)
    this.open.delete(sessionId)
    await (await session)?.end()
    await this.guard.settled()
    await this.options.store?.flush(sessionId)
    this.guard.forget(sessionId)
  }

  async endAll(): Promise<void> {
    for (const sessionId of this.open.keys()) await this.end(sessionId)
  }

  private async load(sessionId: string): Promise<ToolSession> {
    const { store, mode, nowMs, workdir } = this.options
    const view = await store?.update(sessionId, (session) => ({ records: [], result: session }))
    if (view !== undefined && view.nextSeq > 0) this.takeUp(sessionId, view)
    return new ToolSession({
      sessionId,
      guard: this.guard,
      mode,
      nowMs,
      flush: async () => store?.flush(sessionId),
      refusing: (finding, judge) => this.refusing(sessionId, finding, judge),
      ...(workdir === undefined ? {} : { workdir }),
    })
  }

  /** Every record is judged again by the same pure rules, and not recorded again. */
  private takeUp(sessionId: string, { records, nextSeq }: SessionView): void {
    const { contract, mode, nowMs } = this.options
    const scratch = createGuard({ contract, mode, nowMs })
    for (const { event, effect, decision, folded } of records) {
      const neverHappened =
        effect.kind === 'block' && decision.findings.some(({ operator }) => operator === PIN_OPERATOR)
      if (neverHappened) continue
      if (folded === true) scratch.fold(withoutSeq(event))
      else scratch.judge(withoutSeq(event))
    }
    const rebuilt = scratch.snapshot(sessionId)
    if (rebuilt !== undefined) this.guard.restore(sessionId, rebuilt.snapshot, nextSeq)
  }

  /** The record tells what was really done, and clauses remember nothing of a call that never ran. */
  private refusing<Result>(sessionId: string, finding: Finding, judge: () => Result): Result {
    const before = this.guard.snapshot(sessionId)
    this.objection = finding
    try {
      return judge()
    } finally {
      this.objection = undefined
      const after = this.guard.snapshot(sessionId)
      if (this.options.mode === 'enforce' && before !== undefined && after !== undefined)
        this.guard.restore(sessionId, before.snapshot, after.nextSeq)
    }
  }

  private overruled(record: SessionRecord): SessionRecord {
    if (this.objection === undefined) return record
    const { decision, mode, effect } = record
    return {
      ...record,
      decision: { ...decision, verdict: 'deny', findings: [...decision.findings, this.objection] },
      effect: mode === 'enforce' ? { kind: 'block' } : effect,
    }
  }
}

function withoutSeq(event: AgentEvent): Parameters<Guard['judge']>[0] {
  const { seq: _, ...input } = event
  return input
}
