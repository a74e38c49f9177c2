/** Calls counted from 1; with `every`, the pattern repeats. */
export interface CallWindow {
  readonly from: number
  readonly to?: number
  readonly every?: number
}

/** When a fault fires. Calls are counted per fault: those it could have hit, in one invocation of the agent. */
export interface Schedule {
  readonly probability: number
  /** So many clean calls come first. */
  readonly afterCalls: number
  /** It fires no more often than this. */
  readonly times?: number
  /** Which of the calls after the clean ones may be hit. */
  readonly window?: CallWindow
}

export const ALWAYS: Schedule = { probability: 1, afterCalls: 0 }

/** Everything about the schedule except chance: may the call with this number, counted from 1, be hit? */
export function mayFire({ afterCalls, times, window }: Schedule, call: number, firings: number): boolean {
  if (call <= afterCalls) return false
  if (times !== undefined && firings >= times) return false
  return window === undefined || isInside(window, call - afterCalls)
}

function isInside({ from, to = Number.POSITIVE_INFINITY, every }: CallWindow, call: number): boolean {
  const position = every === undefined ? call : ((call - 1) % every) + 1
  return position >= from && position <= to
}
