/** The largest value that was seen, and the session that reached it. */
export interface Extreme {
  readonly value: number
  readonly sessionId: string
}

/** Of two sessions with the same value the first by its id is named, so that the order of reading decides nothing. */
export function larger(known: Extreme | undefined, seen: Extreme): Extreme {
  if (known === undefined || seen.value > known.value) return seen
  return seen.value === known.value && seen.sessionId < known.sessionId ? seen : known
}

/** Half as much again, so that a slightly longer day is no breach. */
export const HEAD_ROOM = 1.5

const DIGITS = 2

/** With head room, rounded up to two digits: 1,734 becomes 2,700. */
export function withHeadRoom(value: number): number {
  const wanted = value * HEAD_ROOM
  const unit = 10 ** (Math.floor(Math.log10(wanted)) + 1 - DIGITS)
  // divided by a power of ten where there is one, because 3 × 0.0001 is not 0.0003
  const inverse = Math.round(1 / unit)
  return unit < 1 ? Math.ceil(wanted * inverse) / inverse : Math.ceil(wanted / unit) * unit
}

/** The same for things that are counted. */
export function countWithHeadRoom(count: number): number {
  return Math.max(Math.ceil(count * HEAD_ROOM), count < 1 ? 1 : Math.ceil(withHeadRoom(count)))
}
