import type { Clause, CompiledContract, Program, Step } from '../contract/index.ts'
import type { AgentEvent, EventKind } from '../model/index.ts'

/** What a negated clause says where the clause itself is silent. */
export const NEGATED = 'negated'

/** The contract with one clause turned round: it objects where it was silent and is silent where it objected. */
export function withNegatedClause(compiled: CompiledContract, id: string): CompiledContract {
  const clauses = compiled.clauses.map((clause) =>
    clause.id === id ? { ...clause, program: negated(clause) } : clause,
  )
  const listeners = Object.fromEntries(
    Object.entries(compiled.listeners).map(([kind, list]) => [
      kind,
      list.map((listener) => {
        const clause = clauses[listener.index]!
        return { ...listener, clause, program: clause.program }
      }),
    ]),
  ) as unknown as CompiledContract['listeners']
  return { ...compiled, clauses, listeners }
}

function negated({ program, level, listensTo }: Clause): Program<unknown> {
  const judges = judgedKinds(listensTo)
  return {
    ...program,
    step(state, event, facts) {
      const step = program.step(state, event, facts)
      if (!judges.has(event.kind)) return step
      const isBroken = step?.objections?.some(({ code }) => code !== 'not-judged') === true
      if (isBroken) return silent(step)
      return { ...(step ?? { state }), objections: [objection(level, event)] }
    },
  }
}

/** At the start of a turn clauses begin anew; only one that listens to nothing else has something to say there. */
function judgedKinds(listensTo: readonly EventKind[]): ReadonlySet<EventKind> {
  const others = listensTo.filter((kind) => kind !== 'turn-start')
  return new Set(others.length === 0 ? listensTo : others)
}

function silent(step: Step<unknown>): Step<unknown> {
  const { objections: _, ...rest } = step
  return rest
}

function objection(level: Clause['level'], { kind }: AgentEvent) {
  return { code: NEGATED, verdict: level === 'hard' ? 'deny' : 'warn', params: { kind } } as const
}
