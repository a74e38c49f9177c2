import { wasRefused, type RecordedSession, type RecordedStep } from '../../backtest/index.ts'
import { hash53, hashJson, hashWords } from '../../kit/hash.ts'
import { counted } from '../counted.ts'
import { countWithHeadRoom, larger, type Extreme } from '../extreme.ts'
import { NOTHING_MINED, type Mined, type Miner } from '../miner.ts'

/** Tried in this order: the narrowest window in which the limit can be exceeded at all. */
const WINDOWS = [10, 20, 50] as const

const FEWEST_REPEATS = 2

/** How often the same action or statement stood among the newest ones. */
export function repetitionMiner(): Miner {
  const largest = new Map<number, Extreme>()
  let keys = 0
  return {
    add(session) {
      const streams = [keysOf(session, actionKey), keysOf(session, statementKey)]
      keys += streams.flat().length
      for (const window of WINDOWS)
        for (const stream of streams) {
          const value = mostRepeats(stream, window)
          if (value > 0)
            largest.set(window, larger(largest.get(window), { value, sessionId: session.sessionId }))
        }
    },
    mined(): Mined {
      for (const window of WINDOWS) {
        const extreme = largest.get(window)
        if (extreme === undefined) return leftOut('nothing was called or said')
        const most = Math.max(FEWEST_REPEATS, countWithHeadRoom(extreme.value))
        if (most >= window) continue
        return {
          clauses: [
            {
              id: 'no-loops',
              operator: 'repetition_guard',
              options: { window_size: window, max_repeats: most, action: 'deny' },
              evidence: `${counted(keys, 'action or statement', 'actions and statements')}, the same one at most ${counted(extreme.value, 'time')} among ${window}; the most in ${extreme.sessionId}.`,
            },
          ],
          leftOut: [],
        }
      }
      return leftOut('the same action or statement comes too often for any window')
    },
  }
}

function leftOut(why: string): Mined {
  return { ...NOTHING_MINED, leftOut: [`repetition_guard: ${why}`] }
}

/** The same keys as the operator's, so that both call the same things equal. */
function actionKey({ event }: RecordedStep): number {
  return event.kind === 'tool-call' ? hashJson(event.args, hash53(event.tool)) : 0
}

function statementKey({ event }: RecordedStep): number {
  return event.kind === 'model-response' ? hashWords(event.text) : 0
}

function keysOf({ steps }: RecordedSession, keyOf: (step: RecordedStep) => number): readonly number[] {
  return steps.filter((step) => !wasRefused(step)).flatMap((step) => keyOf(step) || [])
}

function mostRepeats(keys: readonly number[], window: number): number {
  const counts = new Map<number, number>()
  let most = 0
  for (const [index, key] of keys.entries()) {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    most = Math.max(most, count)
    const leaving = keys[index + 1 - window]
    if (leaving !== undefined) counts.set(leaving, counts.get(leaving)! - 1)
  }
  return most
}
