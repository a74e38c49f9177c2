import { canonicalJson } from '../../kit/canonical-json.ts'
import type { Judged } from '../../guard/index.ts'
import type { AgentEvent, JsonObject } from '../../model/index.ts'
import type { WithheldCall } from '../../wire/request.ts'

const MOST_CALLS_REMEMBERED = 4096
const MOST_REPLIES_REMEMBERED = 64

/** Things that can be said before the conversation itself begins. */
const PREAMBLE: ReadonlySet<AgentEvent['kind']> = new Set(['session-start', 'state', 'mark', 'judge-verdict'])

interface JudgedCall {
  readonly args: string
  readonly judged: Judged
}

/** One conversation as a surface sees it. What clauses know about it is the guard's business. */
export class ExchangeSession {
  readonly id: string
  /** Requests of this session that are under way. */
  inFlight = 0
  turnOpen = false
  /** Tells a turn that is asked for again from the next one. */
  turnKey = ''
  isNew = true
  /** Once it has, a request's history is no news but for calls and results that nobody has seen. */
  hasConversed = false
  /** As last declared, so that the same ones are not declared with every request. */
  scopes: string | undefined = undefined
  private readonly seen = new Set<string>()
  private readonly judgedCalls = new Map<string, JudgedCall>()
  private readonly withheld = new Map<string, readonly WithheldCall[]>()

  constructor(id: string) {
    this.id = id
  }

  note(event: AgentEvent): void {
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

  /** So that a call judged in the reply is not judged again when a framework announces it. */
  rememberCall(callId: string, args: JsonObject, judged: Judged): void {
    this.judgedCalls.set(callId, { args: canonicalJson(args), judged })
    trim(this.judgedCalls, MOST_CALLS_REMEMBERED)
  }

  /** Other arguments under the same id are another call. */
  judgementOf(callId: string, args: JsonObject): Judged | undefined {
    const known = this.judgedCalls.get(callId)
    return known?.args === canonicalJson(args) ? known.judged : undefined
  }

  withhold(responseId: string, calls: readonly WithheldCall[]): void {
    this.withheld.set(responseId, calls)
    trim(this.withheld, MOST_REPLIES_REMEMBERED)
  }

  /** Calls a provider still remembers and no client has seen: of one reply, or of the whole conversation. */
  withheldCalls(previousResponseId: string | undefined): readonly WithheldCall[] {
    if (previousResponseId !== undefined) return this.withheld.get(previousResponseId) ?? []
    return [...this.withheld.values()].flat()
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
