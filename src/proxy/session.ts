import type { AgentEvent, EventOf } from '../model/index.ts'
import type { WithheldCall } from '../wire/request.ts'

const MOST_CALLS_REMEMBERED = 4096
const MOST_REPLIES_REMEMBERED = 64

/** What the gateway itself must remember of a session, as plain data. */
export interface SessionMemory {
  readonly turnOpen: boolean
  readonly turnKey: string
  readonly seen: readonly string[]
  readonly withheld: readonly (readonly [string, readonly WithheldCall[]])[]
  readonly openRequests: readonly EventOf<'model-request'>[]
}

/** One conversation as the gateway sees it. What clauses know about it is the guard's business. */
export class ProxySession {
  readonly id: string
  /** Requests of this session that are under way. */
  inFlight = 0
  turnOpen = false
  /** Tells a turn that is asked for again from the next one. */
  turnKey = ''
  isNew = true
  /** As last declared, so that the same ones are not declared with every request. */
  scopes: string | undefined = undefined
  recordsSinceSnapshot = 0
  /** Something that cannot be told from the records alone. */
  hasUnsavedMemory = false
  /** Since the session is in memory. */
  readonly seenHere = { turns: 0, denied: 0, costUsd: 0 }
  lastActiveMs = 0
  private readonly seen = new Set<string>()
  private readonly withheld = new Map<string, readonly WithheldCall[]>()
  private readonly openRequests = new Map<string, EventOf<'model-request'>>()

  constructor(id: string) {
    this.id = id
  }

  /** Follows what was recorded, live and when a session is taken up again. */
  note(event: AgentEvent): void {
    this.isNew = false
    this.recordsSinceSnapshot += 1
    const { kind } = event
    if (kind === 'turn-start') this.turnOpen = true
    else if (kind === 'turn-end') {
      this.turnOpen = false
      this.seenHere.turns += 1
    } else if (kind === 'tool-call') this.remember(event.callId)
    else if (kind === 'tool-result') this.remember(resultKey(event.callId))
    else if (kind === 'model-request' && event.requestId !== undefined)
      this.openRequests.set(event.requestId, event)
    else if (kind === 'model-response') {
      this.seenHere.costUsd += event.costUsd ?? 0
      if (event.requestId !== undefined) this.openRequests.delete(event.requestId)
    }
  }

  hasSeen(key: string): boolean {
    return this.seen.has(key)
  }

  /** A refused request is not on its way to anybody. */
  forgetRequest(requestId: string): void {
    this.openRequests.delete(requestId)
  }

  /** Requests that were sent and whose replies nobody has recorded. */
  unanswered(): readonly EventOf<'model-request'>[] {
    return [...this.openRequests.values()]
  }

  withhold(responseId: string, calls: readonly WithheldCall[]): void {
    this.hasUnsavedMemory = true
    this.withheld.set(responseId, calls)
    trim(this.withheld, MOST_REPLIES_REMEMBERED)
  }

  /** Calls a provider still remembers and no client has seen: of one reply, or of the whole conversation. */
  withheldCalls(previousResponseId: string | undefined): readonly WithheldCall[] {
    if (previousResponseId !== undefined) return this.withheld.get(previousResponseId) ?? []
    return [...this.withheld.values()].flat()
  }

  memory(): SessionMemory {
    return {
      turnOpen: this.turnOpen,
      turnKey: this.turnKey,
      seen: [...this.seen],
      withheld: [...this.withheld],
      openRequests: [...this.openRequests.values()],
    }
  }

  recall({ turnOpen, turnKey, seen, withheld, openRequests }: SessionMemory): void {
    this.isNew = false
    this.turnOpen = turnOpen
    this.turnKey = turnKey
    for (const key of seen) this.seen.add(key)
    for (const [responseId, calls] of withheld) this.withheld.set(responseId, calls)
    for (const request of openRequests)
      if (request.requestId !== undefined) this.openRequests.set(request.requestId, request)
  }

  private remember(key: string): void {
    this.seen.add(key)
    trim(this.seen, MOST_CALLS_REMEMBERED)
  }
}

export function resultKey(callId: string): string {
  return `result ${callId}`
}

/** Drops the oldest. */
function trim(
  kept: { readonly size: number; keys(): Iterator<string>; delete(key: string): boolean },
  most: number,
): void {
  while (kept.size > most) {
    const { value, done } = kept.keys().next()
    if (done === true) return
    kept.delete(value)
  }
}
