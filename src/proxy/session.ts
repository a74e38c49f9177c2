import type { EventInput, Judged } from '../guard/index.ts'
import type { EventOf } from '../model/index.ts'
import type { WithheldCall } from '../wire/request.ts'
import { ExchangeSession } from '../exchange/session.ts'

type SentRequest = Omit<EventOf<'model-request'>, 'seq' | 'atMs'>

/** What the gateway itself must remember of a session, as plain data. */
export interface SessionMemory {
  readonly turnOpen: boolean
  readonly turnKey: number
  readonly seen: readonly string[]
  readonly withheld: readonly (readonly [string, readonly WithheldCall[]])[]
  readonly openRequests: readonly SentRequest[]
}

/** A session that can leave memory and come back. */
export class ProxySession extends ExchangeSession {
  recordsSinceSnapshot = 0
  /** Something that cannot be told from the records alone. */
  hasUnsavedMemory = false
  /** Since the session is in memory. */
  readonly seenHere = { turns: 0, denied: 0, costUsd: 0 }
  lastActiveMs = 0
  private readonly openRequests = new Map<string, SentRequest>()

  override follow(judged: Judged): void {
    super.follow(judged)
    const { event, effect } = judged
    if (effect.kind === 'block') this.seenHere.denied += 1
    // what was refused is on its way to nobody, so nobody owes an answer to it
    if (event.kind === 'model-request' && (effect.kind === 'block' || effect.kind === 'ask'))
      this.openRequests.delete(event.requestId ?? '')
  }

  override note(event: EventInput): void {
    super.note(event)
    this.recordsSinceSnapshot += 1
    const { kind } = event
    if (kind === 'turn-end') this.seenHere.turns += 1
    else if (kind === 'model-request' && event.requestId !== undefined)
      this.openRequests.set(event.requestId, event)
    else if (kind === 'model-response') {
      this.seenHere.costUsd += event.costUsd ?? 0
      if (event.requestId !== undefined) this.openRequests.delete(event.requestId)
    }
  }

  /** Requests that were sent and whose replies nobody has recorded. */
  unanswered(): readonly SentRequest[] {
    return [...this.openRequests.values()]
  }

  override withhold(responseId: string, calls: readonly WithheldCall[]): void {
    this.hasUnsavedMemory = true
    super.withhold(responseId, calls)
  }

  memory(): SessionMemory {
    return {
      turnOpen: this.turnOpen,
      turnKey: this.turnKey,
      seen: [...this.seen],
      withheld: [...this.withheld],
      openRequests: this.unanswered(),
    }
  }

  recall({ turnOpen, turnKey, seen, withheld, openRequests }: SessionMemory): void {
    this.isNew = false
    this.hasConversed = true
    this.turnOpen = turnOpen
    this.turnKey = turnKey
    for (const key of seen) this.seen.add(key)
    for (const [responseId, calls] of withheld) this.withheld.set(responseId, calls)
    for (const request of openRequests)
      if (request.requestId !== undefined) this.openRequests.set(request.requestId, request)
  }
}
