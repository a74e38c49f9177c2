import type { EventInput, Judged } from '../guard/index.ts'
import type { AgentEvent } from '../model/index.ts'
import type { WithheldCall } from '../wire/request.ts'

const MOST_CALLS_REMEMBERED = 4096
const MOST_REPLIES_REMEMBERED = 64

/** Things that can be said before the conversation itself begins. */
const PREAMBLE: ReadonlySet<AgentEvent['kind']> = new Set(['session-start', 'state', 'mark', 'judge-verdict'])

/** One conversation as a surface sees it. What clauses know about it is the guard's business. */
export class ExchangeSession {
  readonly id: string
  /** Requests of this session that are under way. */
  inFlight = 0
  turnOpen = false
  /** Tells a turn that is asked for again from the next one. */
  turnKey = 0
  isNew = true
  /** Once it has, a request's history is no news but for calls and results that nobody has seen. */
  hasConversed = false
  /** As last declared, so that the same ones are not declared with every request. */
  scopes: string | undefined = undefined
  protected readonly seen = new Set<string>()
  protected readonly withheld = new Map<string, readonly WithheldCall[]>()

  constructor(id: string) {
    this.id = id
  }

  /** Follows what was judged, live and when a session is taken up again. */
  follow({ event }: Judged): void {
    this.note(event)
  }

  /** Follows what was told of the past. */
  note(event: EventInput): void {
    this.isNew = false
    this.hasConversed ||= !PREAMBLE.has(event.kind)
    const { kind } = event
    if (kind === 'turn-start') this.turnOpen = true
    else if (kind === 'turn-end') this.turnOpen = false
    else if (kind === 'tool-call') this.remember(event.callId)
    else if (kind === 'tool-result') this.remember(resultKey(event.callId))
  }

  hasSeen(key: string): boolean {
    return this.seen.has(key)
  }

  withhold(responseId: string, calls: readonly WithheldCall[]): void {
    this.withheld.set(responseId, calls)
    dropOldest(this.withheld, MOST_REPLIES_REMEMBERED)
  }

  /** Calls a provider still remembers and no client has seen: of one reply, or of the whole conversation. */
  withheldCalls(previousResponseId: string | undefined): readonly WithheldCall[] {
    if (previousResponseId !== undefined) return this.withheld.get(previousResponseId) ?? []
    return [...this.withheld.values()].flat()
  }

  private remember(key: string): void {
    this.seen.add(key)
    dropOldest(this.seen, MOST_CALLS_REMEMBERED)
  }
}

export function resultKey(callId: string): string {
  return `result ${callId}`
}

interface Kept {
  readonly size: number
  keys(): Iterator<string>
  delete(key: string): boolean
}

export function dropOldest(kept: Kept, most: number): void {
  while (kept.size > most) {
    const { value, done } = kept.keys().next()
    if (done === true) return
    kept.delete(value)
  }
}
