import { costUsd, priceOf } from '../../../src/prices/index.ts'
import type { AgentEvent, EventKind, EventOf, JsonObject, JsonValue } from '../../../src/model/index.ts'

/** One complaint of one clause, as far as it matters who said what. */
export interface Complaint {
  readonly clauseId: string
  readonly code: string
  readonly verdict: string
  readonly counted: boolean
  /** Tells complaints of one clause apart, such as the blocklist entry that was hit. */
  readonly about?: string
}

/** An event that lies behind us: as it came, as it went on, and what was said about it. */
export interface Past {
  readonly event: AgentEvent
  readonly passed: AgentEvent
  readonly refused: boolean
  readonly complaints: readonly Complaint[]
  /** Clauses that judges or checks really decided on at this event. */
  readonly judged: readonly string[]
}

/** Everything that happened, and the event under judgement, which nobody has refused yet. */
export interface Story {
  readonly past: readonly Past[]
  readonly event: AgentEvent
}

export function present(event: AgentEvent): Past {
  return { event, passed: event, refused: false, complaints: [], judged: [] }
}

export function whole({ past, event }: Story): readonly Past[] {
  return [...past, present(event)]
}

export function isKind<Kind extends EventKind>(kind: Kind) {
  return (each: Past): each is Past & { readonly event: EventOf<Kind> } => each.event.kind === kind
}

/** The last entries, from the newest one on that fulfils the condition; all of them when none does. */
export function sinceLast(entries: readonly Past[], fulfils: (each: Past) => boolean): readonly Past[] {
  const at = entries.findLastIndex(fulfils)
  return entries.slice(at + 1)
}

/** For memory of a turn: a turn that was refused has not begun. */
export function sinceTurnStart(entries: readonly Past[]): readonly Past[] {
  return sinceLast(entries, (each) => each.event.kind === 'turn-start' && !each.refused)
}

/** For facts about a turn: what was announced as a turn is one, refused or not. */
export function sinceAnnouncedTurn(entries: readonly Past[]): readonly Past[] {
  return sinceLast(entries, isKind('turn-start'))
}

export function turnOf(entries: readonly Past[]): number {
  let turn = 0
  let ended = 0
  for (const { event } of entries) {
    if (event.kind === 'turn-start') turn = event.turn ?? ended
    if (event.kind === 'turn-end') {
      turn = event.turn ?? Math.max(turn, ended)
      ended += 1
    }
  }
  return turn
}

export function scopesOf(entries: readonly Past[]): readonly string[] {
  const last = entries.filter(isKind('session-start')).findLast(({ event }) => event.scopes !== undefined)
  return last?.event.scopes ?? []
}

export function applies(when: string | undefined, entries: readonly Past[]): boolean {
  const chaos = entries.filter(isKind('session-start')).findLast(({ event }) => event.chaos !== undefined)
    ?.event.chaos
  const isAny = chaos !== undefined && (chaos.tool || chaos.llm || chaos.context)
  if (when === 'tool_faults_active') return chaos?.tool === true
  if (when === 'llm_faults_active') return chaos?.llm === true
  if (when === 'any_chaos_active') return isAny
  if (when === 'no_chaos') return !isAny
  return true
}

/** The newest words of this turn that really left. */
export function outputOf(entries: readonly Past[]): string | undefined {
  let output: string | undefined
  for (const { event, passed, refused } of sinceAnnouncedTurn(entries)) {
    if (event.kind === 'model-response' && passed.kind === 'model-response' && !refused)
      output = event.text === '' ? (output ?? '') : passed.text
    if (event.kind === 'turn-end' && passed.kind === 'turn-end' && passed.output !== undefined)
      output = passed.output
  }
  return output
}

export function providerOf(entries: readonly Past[]): string | undefined {
  return entries.findLast(isKind('model-request'))?.event.provider
}

export function modelOf(entries: readonly Past[]): string | undefined {
  let model: string | undefined
  for (const { event } of entries)
    if (event.kind === 'model-request' || (event.kind === 'session-start' && event.model !== undefined))
      model = event.model
  return model
}

export interface Spent {
  readonly replies: number
  readonly tokens: number
  readonly usd: number | undefined
}

/** By the price table; `usd` is unknown as soon as one reply's price is. */
export function spentBy(entries: readonly Past[]): Spent {
  let [replies, tokens, usd] = [0, 0, 0 as number | undefined]
  entries.forEach(({ event }, index) => {
    if (event.kind !== 'model-response') return
    const { usage } = event
    const model = event.model ?? modelOf(entries.slice(0, index))
    const price =
      model === undefined ? undefined : priceOf(event.provider ?? providerOf(entries.slice(0, index)), model)
    const cost =
      event.costUsd ?? (usage === undefined || price === undefined ? undefined : costUsd(usage, price))
    replies += 1
    tokens += usage === undefined ? 0 : usage.input + usage.output
    usd = usd === undefined || cost === undefined ? undefined : usd + cost
  })
  return { replies, tokens, usd }
}

/** Declared fields; those about the answer are forgotten when a turn begins. */
export function declaredIn(entries: readonly Past[]): ReadonlyMap<string, JsonValue> {
  const declared = new Map<string, JsonValue>()
  for (const { event } of entries) {
    if (event.kind === 'turn-start')
      for (const key of declared.keys())
        if (key.startsWith('output.') || key.startsWith('response.')) declared.delete(key)
    if (event.kind === 'state')
      for (const [key, value] of Object.entries(event.fields)) declared.set(key, value)
  }
  return declared
}

export interface CallMade {
  readonly tool: string
  readonly args: JsonObject
}

/** Calls of this turn that were not refused. */
export function callsOf(entries: readonly Past[]): readonly CallMade[] {
  return sinceAnnouncedTurn(entries).flatMap(({ passed, refused }) =>
    passed.kind === 'tool-call' && !refused ? [passed] : [],
  )
}
