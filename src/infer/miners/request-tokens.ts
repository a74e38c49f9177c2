import { wasRefused } from '../../backtest/index.ts'
import { counted } from '../counted.ts'
import { countWithHeadRoom, larger, type Extreme } from '../extreme.ts'
import { NOTHING_MINED, type Miner } from '../miner.ts'

/** The largest request that was sent. */
export function requestTokenMiner(): Miner {
  let largest: Extreme | undefined
  let requests = 0
  return {
    add({ sessionId, steps }) {
      for (const step of steps) {
        if (step.event.kind !== 'model-request' || step.isFolded || wasRefused(step)) continue
        requests += 1
        largest = larger(largest, { value: step.event.tokens.input, sessionId })
      }
    },
    mined() {
      if (largest === undefined)
        return { ...NOTHING_MINED, leftOut: ['context_budget: no request was recorded'] }
      return {
        clauses: [
          {
            id: 'tokens-per-request',
            operator: 'context_budget',
            options: { max_tokens_per_turn: countWithHeadRoom(largest.value), action_on_breach: 'warn' },
            evidence: `${counted(requests, 'request')} of at most ${counted(largest.value, 'token')}; the largest in ${largest.sessionId}.`,
          },
        ],
        leftOut: [],
      }
    },
  }
}
