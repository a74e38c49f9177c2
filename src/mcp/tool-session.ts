import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../kit/canonical-json.ts'
import type { Guard, Judged } from '../guard/index.ts'
import type { FaultFired, Finding, JsonObject, JsonValue, Mode } from '../model/index.ts'
import { BoundedMap } from './bounded-map.ts'

/** A call that was let through and whose result is awaited. */
export interface OngoingCall {
  readonly callId: string
  /** As the contract sees it. */
  readonly tool: string
  /** As they went to the server. */
  readonly args: JsonObject
  readonly startedMs: number
  /** The same for every round of one logical call. */
  readonly key: string
}

export interface ToolSessionOptions {
  readonly sessionId: string
  readonly guard: Guard
  readonly mode: Mode
  readonly nowMs: () => number
  readonly workdir?: string
  /** Resolves when everything recorded would survive a crash. */
  flush(): Promise<void>
  refusing<Result>(finding: Finding, judge: () => Result): Result
}

const MOST_WAITING = 1_000

/**
 * What the guard is told of one connection. MCP knows no turns, so everything between the first call and the end
 * is one.
 */
export class ToolSession {
  /** Rounds that wait for input of the client, and tasks that run on after their first answer. */
  readonly awaitingInput = new BoundedMap<OngoingCall>(MOST_WAITING)
  readonly tasks = new BoundedMap<OngoingCall>(MOST_WAITING)
  private readonly tag = randomUUID().slice(0, 8)
  private calls = 0
  private isTurnOpen = false

  constructor(private readonly options: ToolSessionOptions) {}

  get mode(): Mode {
    return this.options.mode
  }

  get contractName(): string {
    return this.options.guard.contract.contract.name
  }

  /** Judged before anything is sent. `objection` is one from outside the contract. */
  call(
    tool: string,
    args: JsonObject,
    objection: Finding | undefined,
  ): { readonly judged: Judged; readonly call: OngoingCall } {
    this.openTurn()
    this.calls += 1
    const callId = `${this.tag}-${this.calls}`
    const judge = (): Judged => this.judge({ kind: 'tool-call', callId, tool, args })
    const judged = objection === undefined ? judge() : this.options.refusing(objection, judge)
    const sent = judged.event.kind === 'tool-call' ? judged.event.args : args
    return {
      judged,
      call: { callId, tool, args: sent, startedMs: this.options.nowMs(), key: callKey(tool, args) },
    }
  }

  result({ callId, tool, startedMs }: OngoingCall, ok: boolean, content: JsonValue): Judged {
    return this.judge({
      kind: 'tool-result',
      callId,
      tool,
      ok,
      content,
      latencyMs: this.options.nowMs() - startedMs,
    })
  }

  /** What chaos really did stands in the records like everything else. */
  fault({ faultId, fault, target, callId }: FaultTold): void {
    this.judge({ kind: 'fault', faultId, fault, target, ...(callId === undefined ? {} : { callId }) })
  }

  flush(): Promise<void> {
    return this.options.flush()
  }

  /** Nothing is written about a connection on which no tool was called. */
  async end(): Promise<void> {
    if (!this.isTurnOpen) return
    this.isTurnOpen = false
    this.judge({ kind: 'turn-end' })
    await this.options.guard.settled()
    this.judge({ kind: 'session-end' })
  }

  private openTurn(): void {
    if (this.isTurnOpen) return
    const { workdir } = this.options
    this.judge({ kind: 'session-start', ...(workdir === undefined ? {} : { workdir }) })
    this.judge({ kind: 'turn-start' })
    this.isTurnOpen = true
  }

  private judge(event: EventBody): Judged {
    return this.options.guard.judge({ ...event, sessionId: this.options.sessionId, surface: 'mcp' })
  }
}

type EventBody =
  | { readonly kind: 'session-start'; readonly workdir?: string }
  | { readonly kind: 'turn-start' }
  | { readonly kind: 'tool-call'; readonly callId: string; readonly tool: string; readonly args: JsonObject }
  | {
      readonly kind: 'tool-result'
      readonly callId: string
      readonly tool: string
      readonly ok: boolean
      readonly content: JsonValue
      readonly latencyMs: number
    }
  | ({ readonly kind: 'fault' } & FaultTold)
  | { readonly kind: 'turn-end' }
  | { readonly kind: 'session-end' }

type FaultTold = Pick<FaultFired, 'faultId' | 'fault' | 'target' | 'callId'>

export function callKey(tool: string, args: JsonObject): string {
  return canonicalJson([tool, args])
}

/** A round is continued by the same call with the state that the server gave it. */
export function roundKey(key: string, requestState: JsonValue | undefined): string {
  return `${key} ${JSON.stringify(requestState ?? null)}`
}
