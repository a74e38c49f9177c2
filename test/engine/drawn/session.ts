import * as fc from 'fast-check'
import type { AgentEvent, JsonObject } from '../../../src/model/index.ts'
import type { ContractDraft } from '../reference/draft.ts'
import { COMMANDS, FIELDS, MODELS, options, pick, PIECES, TOOLS, VALUES, type Drawn } from './alphabet.ts'

/** An event without what only its place in the session can give. */
export type DrawnEvent = AgentEvent extends infer Event
  ? Event extends AgentEvent
    ? Omit<Event, 'sessionId' | 'seq' | 'atMs'>
    : never
  : never

const text = fc.array(pick(PIECES), { maxLength: 3 }).map((pieces) => pieces.join('\n'))
const usage = fc.record({ input: pick([0, 1, 5, 20]), output: pick([0, 3]) })
const requestId = pick(['a', 'b'])
const args: Drawn<JsonObject> = fc.oneof(
  fc.constant({}),
  fc.record({ command: pick(COMMANDS) }),
  fc.record({ script: pick(COMMANDS) }),
  options({
    cost: pick([1, null, '']),
    to: pick(['bob@example.com', 'nobody']),
    list: pick([[], ['card 4111111111111111'], [{ deep: 'TCK-1' }]]),
  }),
)

const eventOf = (
  kind: AgentEvent['kind'],
  fields: Readonly<Record<string, Drawn<unknown>>>,
  needed: readonly string[] = [],
): Drawn<DrawnEvent> => options(fields, needed).map((drawn) => ({ kind, ...drawn }) as unknown as DrawnEvent)

/** Events of every kind; acts and ends of turns more often than the rest. */
export const drawnEvent: Drawn<DrawnEvent> = fc.oneof(
  { weight: 6, arbitrary: eventOf('tool-call', { tool: pick(TOOLS), args }, ['tool', 'args']) },
  {
    weight: 4,
    arbitrary: eventOf(
      'model-response',
      {
        text,
        usage,
        latencyMs: pick([5, 100, 900]),
        streamed: fc.boolean(),
        costUsd: pick([0, 0.75]),
        requestId,
        model: pick(MODELS),
        provider: pick(['openai', 'us']),
      },
      ['text'],
    ),
  },
  {
    weight: 3,
    arbitrary: eventOf(
      'model-request',
      {
        provider: pick(['openai', 'us']),
        model: pick(MODELS),
        tokens: fc.record({ input: pick([1, 5, 6, 50, 60]), exact: fc.boolean() }),
        requestId,
        maxOutputTokens: pick([1, 20]),
      },
      ['provider', 'model', 'tokens'],
    ),
  },
  { weight: 3, arbitrary: eventOf('turn-start', { input: text }) },
  { weight: 4, arbitrary: eventOf('turn-end', { output: text }) },
  {
    weight: 3,
    arbitrary: eventOf(
      'state',
      {
        fields: fc.dictionary(pick([...FIELDS, 'cost']), pick(VALUES), { maxKeys: 2, noNullPrototype: true }),
      },
      ['fields'],
    ),
  },
  {
    weight: 1,
    arbitrary: eventOf('mark', { marker: pick(['lookup', 'refund', 'challenge', 'holdfast:release']) }, [
      'marker',
    ]),
  },
  {
    weight: 1,
    arbitrary: eventOf(
      'tool-result',
      { tool: pick(TOOLS), ok: fc.boolean(), content: pick(['fine', 'bob@example.com', { a: ['TCK-7'] }]) },
      ['tool', 'ok', 'content'],
    ),
  },
  {
    weight: 2,
    arbitrary: eventOf(
      'judge-verdict',
      {
        clauseId: pick([0, 1, 2, 3, 4].map((index) => `process-${index}`)),
        verdict: pick(['pass', 'fail', 'fail', 'skip']),
        costUsd: pick([0, 0.25]),
      },
      ['clauseId', 'verdict'],
    ),
  },
  {
    weight: 1,
    arbitrary: eventOf('session-start', { scopes: fc.subarray(['night', 'day']), model: pick(MODELS) }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<DrawnEvent>({ kind: 'fault', faultId: 'f', fault: 'timeout', target: 'search' }),
  },
  { weight: 1, arbitrary: fc.constant<DrawnEvent>({ kind: 'session-end' }) },
)

/** The first event says which chaos is switched on, if any. */
export const drawnStart: Drawn<DrawnEvent> = fc
  .option(fc.record({ tool: fc.boolean(), llm: fc.boolean(), context: fc.boolean() }), { nil: undefined })
  .map((chaos) => ({ kind: 'session-start', ...(chaos === undefined ? {} : { chaos }) }))

/** Now and then an event comes several times in a row, because agents get stuck. */
const drawnStretch: Drawn<DrawnEvent[]> = fc
  .tuple(
    drawnEvent,
    fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: pick([2, 3, 4, 5]) }),
  )
  .map(([event, times]) => Array.from({ length: times }, () => event))

export const drawnSession = (maxLength: number): Drawn<DrawnEvent[]> =>
  fc
    .tuple(drawnStart, fc.array(drawnStretch, { maxLength, size: 'max' }))
    .map(([start, stretches]) => [start, ...stretches.flat()])

/** Gives every event its place; verdicts of judges go to clauses that asked for one. */
export function placed(
  events: readonly DrawnEvent[],
  draft: ContractDraft,
  sessionId = 'session',
): readonly AgentEvent[] {
  const judges = draft.process.filter(({ operator: name }) => name === 'judge_predicate').map(({ id }) => id)
  return events.map((event, seq) => {
    const base = { ...event, sessionId, seq, atMs: seq, callId: `call-${seq}` }
    if (event.kind !== 'judge-verdict' || judges.length === 0) return base
    const wanted = Number(event.clauseId.replace('process-', '')) % judges.length
    return { ...base, clauseId: judges[wanted]! } as unknown as AgentEvent
  })
}
