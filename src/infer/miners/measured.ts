import type { RecordedSession } from '../../backtest/index.ts'
import { foldFacts, NO_FACTS, stateOf, type Facts } from '../../contract/index.ts'
import { counted } from '../counted.ts'
import { countWithHeadRoom, larger, type Extreme } from '../extreme.ts'
import type { Mined, MinedClause, Miner } from '../miner.ts'

interface MeasuredField {
  readonly field: string
  readonly id: string
  /** One and several. */
  readonly noun: readonly [string, string]
}

/** What grows when an agent runs away. */
const FIELDS: readonly MeasuredField[] = [
  { field: 'session.turns', id: 'turns-per-session', noun: ['turn', 'turns'] },
  { field: 'session.tool_calls', id: 'tool-calls-per-session', noun: ['tool call', 'tool calls'] },
  {
    field: 'session.total_tokens',
    id: 'tokens-per-session',
    noun: ['token of all replies', 'tokens of all replies'],
  },
]

/** Bounds for fields that are measured at the end of every turn, read as a constraint reads them. */
export function measuredMiner(): Miner {
  const largest = new Map<string, Extreme>()
  const missing = new Set<string>()
  let turns = 0
  return {
    add(session) {
      for (const facts of turnEnds(session)) {
        turns += 1
        const state = stateOf(facts)
        for (const { field } of FIELDS) {
          const value = state.read(field)
          if (typeof value !== 'number') missing.add(field)
          else largest.set(field, larger(largest.get(field), { value, sessionId: session.sessionId }))
        }
      }
    },
    mined: () => (turns === 0 ? NO_TURNS : minedFrom(largest, missing, turns)),
  }
}

const NO_TURNS: Mined = { clauses: [], leftOut: FIELDS.map(({ field }) => `${field}: no turn ended`) }

function minedFrom(
  largest: ReadonlyMap<string, Extreme>,
  missing: ReadonlySet<string>,
  turns: number,
): Mined {
  const clauses: MinedClause[] = []
  const leftOut: string[] = []
  for (const { field, id, noun } of FIELDS) {
    const extreme = largest.get(field)
    // a field that is absent at the end of a turn breaks every bound on it
    if (missing.has(field) || extreme === undefined)
      leftOut.push(`${field}: it was not measured at the end of every turn`)
    else
      clauses.push({
        id,
        field,
        predicate: 'lte',
        value: countWithHeadRoom(extreme.value),
        evidence: `At most ${counted(extreme.value, ...noun)} in a session, read at the end of ${counted(turns, 'turn')}; the most in ${extreme.sessionId}.`,
      })
  }
  return { clauses, leftOut }
}

function* turnEnds({ steps }: RecordedSession): Generator<Facts, void, void> {
  let facts = NO_FACTS
  for (const { event, isFolded } of steps) {
    facts = foldFacts(facts, event, false)
    if (event.kind === 'turn-end' && !isFolded) yield facts
  }
}
