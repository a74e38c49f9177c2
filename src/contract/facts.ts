import type { ActiveChaos, AgentEvent, EventOf, JsonValue, Usage } from '../model/index.ts'
import type { CheckedCall, CheckSubject } from './define-check.ts'
import { costUsd, priceOf } from '../prices/index.ts'

/** What the session has shown so far; clauses read it, nobody writes it but `foldFacts`. */
export interface Facts {
  /** The turn an event belongs to, from 0. */
  readonly turn: number
  readonly turnsEnded: number
  readonly scopes: readonly string[]
  readonly chaos: ActiveChaos | undefined
  readonly provider: string | undefined
  readonly model: string | undefined
  readonly input: string | undefined
  /** The assistant's newest text in this turn. */
  readonly output: string | undefined
  readonly declared: Readonly<Record<string, JsonValue>>
  readonly latencyMs: number | undefined
  readonly totalTokens: number
  readonly totalCostUsd: number
  /** A reply whose price nobody knows makes the total a lower bound. */
  readonly costUnknown: boolean
  readonly replies: number
  /** The model has answered in this turn. */
  readonly repliedInTurn: boolean
  readonly toolCalls: number
  /** Calls of this turn that were refused. */
  readonly refusedInTurn: number
  /** Calls of this turn with their results, kept only for contracts whose checks read them. */
  readonly calls: readonly CheckedCall[]
  readonly faults: readonly FaultSeen[]
}

export type FaultSeen = CheckSubject['faults'][number]

export const NO_FACTS: Facts = {
  turn: 0,
  turnsEnded: 0,
  scopes: [],
  chaos: undefined,
  provider: undefined,
  model: undefined,
  input: undefined,
  output: undefined,
  declared: {},
  latencyMs: undefined,
  totalTokens: 0,
  totalCostUsd: 0,
  costUnknown: false,
  replies: 0,
  repliedInTurn: false,
  toolCalls: 0,
  refusedInTurn: 0,
  calls: [],
  faults: [],
}

/** Facts with the event in them; clauses are asked afterwards. */
export function foldFacts(facts: Facts, event: AgentEvent, keepsCalls: boolean): Facts {
  switch (event.kind) {
    case 'session-start':
      return {
        ...facts,
        scopes: event.scopes ?? facts.scopes,
        chaos: event.chaos ?? facts.chaos,
        model: event.model ?? facts.model,
      }
    case 'turn-start':
      return {
        ...facts,
        turn: event.turn ?? facts.turnsEnded,
        input: event.input,
        output: undefined,
        declared: withoutOutput(facts.declared),
        repliedInTurn: false,
        refusedInTurn: 0,
        calls: [],
        faults: [],
      }
    case 'model-request':
      return facts.provider === event.provider && facts.model === event.model
        ? facts
        : { ...facts, provider: event.provider, model: event.model }
    case 'model-response': {
      const { usage } = event
      const provider = event.provider ?? facts.provider
      const model = event.model ?? facts.model
      const cost =
        event.costUsd ??
        (usage === undefined || model === undefined ? undefined : priced(usage, provider, model))
      return withReply(facts, event, cost)
    }
    case 'tool-call':
      return withCall(
        facts,
        keepsCalls
          ? [...facts.calls, { callId: event.callId, tool: event.tool, args: event.args }]
          : facts.calls,
      )
    case 'tool-result':
      return keepsCalls ? { ...facts, calls: withResult(facts.calls, event) } : facts
    case 'fault':
      return keepsCalls ? { ...facts, faults: [...facts.faults, faultOf(event)] } : facts
    case 'state':
      return { ...facts, declared: { ...facts.declared, ...event.fields } }
    case 'turn-end':
      return {
        ...facts,
        // a log without turn starts still has turns
        turn: event.turn ?? Math.max(facts.turn, facts.turnsEnded),
        turnsEnded: facts.turnsEnded + 1,
        output: event.output ?? facts.output,
      }
    case 'mark':
    case 'session-end':
    case 'judge-verdict':
      return facts
  }
}

/** Spelled out, because it runs for every call and a spread that replaces keys takes ten times as long. */
function withCall(facts: Facts, calls: Facts['calls']): Facts {
  return {
    turn: facts.turn,
    turnsEnded: facts.turnsEnded,
    scopes: facts.scopes,
    chaos: facts.chaos,
    provider: facts.provider,
    model: facts.model,
    input: facts.input,
    output: facts.output,
    declared: facts.declared,
    latencyMs: facts.latencyMs,
    totalTokens: facts.totalTokens,
    totalCostUsd: facts.totalCostUsd,
    costUnknown: facts.costUnknown,
    replies: facts.replies,
    repliedInTurn: facts.repliedInTurn,
    toolCalls: facts.toolCalls + 1,
    refusedInTurn: facts.refusedInTurn,
    calls,
    faults: facts.faults,
  }
}

/** Spelled out for the same reason. */
function withReply(
  facts: Facts,
  { text, usage, latencyMs }: EventOf<'model-response'>,
  cost: number | undefined,
): Facts {
  return {
    turn: facts.turn,
    turnsEnded: facts.turnsEnded,
    scopes: facts.scopes,
    chaos: facts.chaos,
    provider: facts.provider,
    model: facts.model,
    input: facts.input,
    // a reply of calls only adds no words, but it is an answer: an empty one, if nothing else is said
    output: text === '' ? (facts.output ?? '') : text,
    declared: facts.declared,
    latencyMs: latencyMs ?? facts.latencyMs,
    totalTokens: facts.totalTokens + (usage === undefined ? 0 : usage.input + usage.output),
    totalCostUsd: facts.totalCostUsd + (cost ?? 0),
    costUnknown: facts.costUnknown || cost === undefined,
    replies: facts.replies + 1,
    repliedInTurn: true,
    toolCalls: facts.toolCalls,
    refusedInTurn: facts.refusedInTurn,
    calls: facts.calls,
    faults: facts.faults,
  }
}

/**
 * A refused call never ran, so nothing of it may count as done; a refused reply never left, so its words are not
 * the answer that constraints and judges look at. What it cost stays.
 */
export function foldRefusal(facts: Facts, event: AgentEvent, before: Facts): Facts {
  if (event.kind === 'model-response') return { ...facts, output: before.output }
  if (event.kind !== 'tool-call') return facts
  return {
    ...facts,
    refusedInTurn: facts.refusedInTurn + 1,
    calls: facts.calls.filter(({ callId }) => callId !== event.callId),
  }
}

function withResult(
  calls: readonly CheckedCall[],
  { callId, ok, content }: EventOf<'tool-result'>,
): readonly CheckedCall[] {
  return calls.map((call) => (call.callId === callId ? { ...call, ok, result: content } : call))
}

function faultOf({ fault, target, callId }: EventOf<'fault'>): FaultSeen {
  return { fault, target, ...(callId === undefined ? {} : { callId }) }
}

/** `output.*` and `response.*` describe one turn; a value of the last turn must not vouch for this one. */
function withoutOutput(declared: Facts['declared']): Facts['declared'] {
  const kept = Object.entries(declared).filter(
    ([key]) => !key.startsWith('output.') && !key.startsWith('response.'),
  )
  return kept.length === Object.keys(declared).length ? declared : Object.fromEntries(kept)
}

function priced(usage: Usage, provider: string | undefined, model: string): number | undefined {
  const price = priceOf(provider, model)
  return price === undefined ? undefined : costUsd(usage, price)
}
