import { wasRefused, type RecordedSession } from '../../backtest/index.ts'
import { counted } from '../counted.ts'
import type { MinedClause, Miner } from '../miner.ts'
import { howRare } from '../rule-of-three.ts'
import { slug } from '../slug.ts'

/** Below five sessions two tools in no order at all stand in the same one too often: 2 × ½⁵ is one in sixteen. */
const FEWEST_SESSIONS = 5

type Tools = ReadonlySet<string>

/** What came before the calls of a tool, in every session so far. */
interface Waiting {
  readonly sessions: number
  /** Before its first call in the session. */
  readonly inSession: Tools
  /** Before each call, in the same turn. */
  readonly inTurn: Tools
  /** Called in an earlier turn of some session: there, the same turn was not just the only one. */
  readonly inEarlierTurn: Tools
}

/** Tools that were never called before another one had been. */
export function orderMiner(): Miner {
  const waiting = new Map<string, Waiting>()
  return {
    add(session) {
      for (const [tool, seen] of waitingIn(session)) {
        const known = waiting.get(tool)
        waiting.set(tool, known === undefined ? seen : both(known, seen))
      }
    },
    mined() {
      const direct = ordersIn(waiting).filter(isNotImplied)
      const often = direct.filter(({ sessions }) => sessions >= FEWEST_SESSIONS)
      const seldom = direct.length - often.length
      const words = counted(seldom, 'order of two tools', 'orders of two tools')
      return {
        clauses: often.map(clauseOf),
        leftOut:
          seldom === 0 ? [] : [`must_precede: ${words} seen in fewer than ${FEWEST_SESSIONS} sessions`],
      }
    },
  }
}

interface Order {
  readonly before: string
  readonly after: string
  readonly scope: 'turn' | 'session'
  readonly sessions: number
}

function ordersIn(waiting: ReadonlyMap<string, Waiting>): readonly Order[] {
  return [...waiting].toSorted(byName).flatMap(([after, { sessions, inSession, inTurn, inEarlierTurn }]) =>
    [...inSession].toSorted().map((before) => ({
      before,
      after,
      // the weaker promise, unless the sessions could have shown that the stronger one is broken
      scope: inTurn.has(before) && inEarlierTurn.has(before) ? ('turn' as const) : ('session' as const),
      sessions,
    })),
  )
}

/** `a` before `b` and `b` before `c` say already that `a` comes before `c`. */
function isNotImplied(order: Order, _index: number, all: readonly Order[]): boolean {
  const strong = all.filter(({ scope }) => order.scope === 'session' || scope === 'turn')
  return !strong.some(
    ({ before, after }) =>
      after === order.after &&
      before !== order.before &&
      strong.some((first) => first.before === order.before && first.after === before),
  )
}

function clauseOf({ before, after, scope, sessions }: Order): MinedClause {
  return {
    id: `${slug(before)}-before-${slug(after)}`,
    operator: 'must_precede',
    options: { before, after, scope },
    evidence: `${after} was called in ${counted(sessions, 'session')} and never before ${before} in the same ${scope}, ${howRare(sessions, 'do so')}.`,
  }
}

function waitingIn({ steps }: RecordedSession): ReadonlyMap<string, Waiting> {
  const found = new Map<string, Waiting>()
  const inSession = new Set<string>()
  let inTurn: Tools = new Set()
  let inEarlierTurn: Tools = new Set()
  for (const step of steps) {
    const { event } = step
    if (event.kind === 'turn-start') {
      inTurn = new Set()
      inEarlierTurn = new Set(inSession)
    }
    // what has no name cannot be waited for
    if (event.kind !== 'tool-call' || event.tool.trim() === '' || wasRefused(step)) continue
    const { tool } = event
    const known = found.get(tool)
    found.set(tool, {
      sessions: 1,
      inSession: known?.inSession ?? new Set(inSession),
      inTurn: known === undefined ? inTurn : shared(known.inTurn, inTurn),
      inEarlierTurn: union(known?.inEarlierTurn ?? inEarlierTurn, inEarlierTurn),
    })
    inSession.add(tool)
    inTurn = union(inTurn, new Set([tool]))
  }
  return found
}

function both(left: Waiting, right: Waiting): Waiting {
  return {
    sessions: left.sessions + right.sessions,
    inSession: shared(left.inSession, right.inSession),
    inTurn: shared(left.inTurn, right.inTurn),
    inEarlierTurn: union(left.inEarlierTurn, right.inEarlierTurn),
  }
}

function shared(left: Tools, right: Tools): Tools {
  return new Set([...left].filter((tool) => right.has(tool)))
}

function union(left: Tools, right: Tools): Tools {
  return new Set([...left, ...right])
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1
}
