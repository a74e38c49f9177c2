import type { RecordedSession } from '../../backtest/index.ts'
import { builtInVocabulary, foldFacts, NO_FACTS } from '../../contract/index.ts'
import { counted } from '../counted.ts'
import { larger, withHeadRoom, type Extreme } from '../extreme.ts'
import { NOTHING_MINED, type Mined, type Miner } from '../miner.ts'

/** What the dearest session cost, where the price of every reply is known. */
export function costMiner(): Miner {
  let largest: Extreme | undefined
  let unpriced: string | undefined
  let replies = 0
  return {
    add(session) {
      const spending = spendingIn(session)
      replies += spending.replies
      unpriced ??= spending.unpriced
      largest = larger(largest, { value: spending.mostUsd, sessionId: session.sessionId })
    },
    mined(): Mined {
      const leftOut = (why: string): Mined => ({ ...NOTHING_MINED, leftOut: [`cost_ceiling: ${why}`] })
      if (largest === undefined || replies === 0) return leftOut('no reply was recorded')
      // a ceiling that cannot be kept closes at the first reply without a price
      if (unpriced !== undefined) return leftOut(`nobody knows what a reply of ${unpriced} costs`)
      if (largest.value === 0) return leftOut('nothing was spent')
      return {
        clauses: [
          {
            id: 'cost-per-session',
            operator: 'cost_ceiling',
            options: { max_usd_per_session: withHeadRoom(largest.value), action_on_breach: 'deny' },
            evidence: `${counted(replies, 'reply', 'replies')}; the dearest session cost $${Number(largest.value.toPrecision(3))} with what was on its way: ${largest.sessionId}.`,
          },
        ],
        leftOut: [],
      }
    },
  }
}

interface SpendingSeen {
  readonly replies: number
  readonly mostUsd: number
  readonly unpriced: string | undefined
}

/** Requests on their way count as the operator counts them, so the operator is asked, with a ceiling of nothing. */
function spendingIn({ steps }: RecordedSession): SpendingSeen {
  const program = builtInVocabulary()
    .operators.get('cost_ceiling')!
    .compile(NO_CEILING, { seed: 0, clauseId: 'cost' })
  let facts = NO_FACTS
  let state = program.initial
  let [mostUsd, unpriced] = [0, undefined as string | undefined]
  for (const { event } of steps) {
    facts = foldFacts(facts, event, false)
    const heard = program.step(state, event, facts)
    state = heard === undefined ? state : heard.state
    mostUsd = Math.max(mostUsd, facts.totalCostUsd)
    for (const { params } of heard?.objections ?? [])
      mostUsd = Math.max(mostUsd, Number(params['spentUsd'] ?? 0) + Number(params['reservedUsd'] ?? 0))
    if (facts.costUnknown && event.kind === 'model-response')
      unpriced ??= event.model ?? facts.model ?? 'an unnamed model'
  }
  return { replies: facts.replies, mostUsd, unpriced }
}

const NO_CEILING = {
  max_usd_per_session: Number.MIN_VALUE,
  action_on_breach: 'log',
  provider_price_map: {},
  reserve: 'estimate',
}
