import type { LedgerEntry } from '../../chaos/index.ts'
import { foldFacts, NO_FACTS, stateOf, type CheckSubject, type Facts } from '../../contract/index.ts'
import type { EventInput } from '../../guard/index.ts'
import type { ActiveChaos, EventKind } from '../../model/index.ts'
import type { Answer } from '../target.ts'

/** An answer as the runner sees it. */
export interface Observed {
  readonly invocation: string
  readonly agent: string
  readonly prompt: string
  readonly chaos: ActiveChaos
  readonly answer: Extract<Answer, { kind: 'answered' }>
  readonly ledger: readonly LedgerEntry[]
  readonly baseline?: string
}

/** What can be told about an invocation from outside. */
export const OBSERVED_KINDS: ReadonlySet<EventKind> = new Set<EventKind>([
  'session-start',
  'turn-start',
  'fault',
  'tool-call',
  'tool-result',
  'model-response',
  'turn-end',
  'session-end',
])

/** One invocation as a session of one turn, for the guard. Without clocks, so that a run can be repeated. */
export function eventsOf({
  invocation,
  agent,
  prompt,
  chaos,
  answer,
  ledger,
}: Observed): readonly EventInput[] {
  const base = { sessionId: invocation, atMs: 0, surface: 'lab' as const }
  const { usage, costUsd, output, latencyMs, calls } = answer
  return [
    { ...base, kind: 'session-start', agent, chaos },
    { ...base, kind: 'turn-start', input: prompt },
    ...ledger.map(({ faultId, fault, target, callId }): EventInput => ({
      ...base,
      kind: 'fault',
      faultId,
      fault,
      target,
      ...(callId === undefined ? {} : { callId }),
    })),
    ...calls.flatMap(({ callId, tool, args, ok, result }): readonly EventInput[] => [
      { ...base, kind: 'tool-call', callId, tool, args },
      ...(ok === undefined
        ? []
        : [{ ...base, kind: 'tool-result' as const, callId, tool, ok, content: result ?? null }]),
    ]),
    {
      ...base,
      kind: 'model-response',
      text: output,
      latencyMs,
      ...(usage === undefined ? {} : { usage }),
      ...(costUsd === undefined ? {} : { costUsd }),
    },
    { ...base, kind: 'turn-end', output },
    { ...base, kind: 'session-end' },
  ]
}

/** What output checks look at. The state is made only for a check that asks for it. */
export function subjectOf(observed: Observed, judgements: CheckSubject['judgements']): CheckSubject {
  const { prompt, answer, ledger, baseline } = observed
  const { output, latencyMs, calls, usage, costUsd } = answer
  let state: CheckSubject['state'] | undefined
  return {
    input: prompt,
    output,
    latencyMs,
    calls,
    faults: ledger.map(({ fault, target, callId }) => ({
      fault,
      target,
      ...(callId === undefined ? {} : { callId }),
    })),
    get state() {
      return (state ??= stateOf(factsOf(observed)).all())
    },
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(usage === undefined ? {} : { totalTokens: usage.input + usage.output }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(judgements === undefined ? {} : { judgements }),
  }
}

function factsOf(observed: Observed): Facts {
  return eventsOf(observed).reduce(
    (facts, event, seq) => foldFacts(facts, { ...event, seq, atMs: 0 }, true),
    NO_FACTS,
  )
}
