import type { MockScript, Turn } from './script/script.ts'

/** The turns of a script in order; `undefined` when they are used up. */
export interface TurnSequence {
  /** The turn for the n-th request. */
  byRequest(index: number): Turn | undefined
  /** The turn for a request before which there were so many replies, and which failed so often since. */
  byHistory(replies: number, failures: number): Turn | undefined
}

/**
 * An error leaves no trace in the history of a conversation. Seen from there, a script is a row of replies, and
 * in front of each stand the errors that its request meets first.
 */
export function turnSequence({ turns, loop }: Pick<MockScript, 'turns' | 'loop'>): TurnSequence {
  const stops: Turn[][] = []
  let errors: Turn[] = []
  for (const turn of turns) {
    errors.push(turn)
    if (isAlwaysError(turn)) continue
    stops.push(errors)
    errors = []
  }

  function stopAt(replies: number): readonly Turn[] {
    if (replies < stops.length) return stops[replies]!
    if (!loop) return replies === stops.length ? errors : []
    const round = stops[replies % stops.length] ?? []
    return replies % stops.length === 0 ? [...errors, ...round] : round
  }

  function byHistory(replies: number, failures: number): Turn | undefined {
    // without any reply no conversation gets on, so all there is to count are the errors
    if (stops.length === 0)
      return loop ? errors[failures % errors.length] : replies === 0 ? errors[failures] : undefined
    const stop = stopAt(replies)
    const last = stop.at(-1)
    if (failures < stop.length) return stop[failures]
    return last === undefined || isAlwaysError(last) ? undefined : last
  }

  return {
    byRequest: (index) => (loop && turns.length > 0 ? turns[index % turns.length] : turns[index]),
    byHistory,
  }
}

function isAlwaysError({ variants }: Turn): boolean {
  return variants.every(({ saying }) => saying.error !== undefined)
}
