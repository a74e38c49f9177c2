import type { Log } from './log.ts'

/** What happens when something cannot be judged. Closed, unless someone opened it for a while and said so. */
export interface FailMode {
  readonly isOpen: boolean
  readonly openUntilMs: number | undefined
  /** True when the failure may be overlooked; every such case is logged. */
  mayOverlook(what: string): boolean
}

export function failMode(openForMs: number, nowMs: () => number, log: Log): FailMode {
  const openUntilMs = openForMs > 0 ? nowMs() + openForMs : undefined
  let isOpen = openUntilMs !== undefined
  if (openUntilMs !== undefined)
    log({
      level: 'warn',
      code: 'fail-open',
      message: `what cannot be judged passes until ${new Date(openUntilMs).toISOString()}`,
    })
  const checked = (): boolean => {
    if (isOpen && openUntilMs !== undefined && nowMs() >= openUntilMs) {
      isOpen = false
      log({ level: 'warn', code: 'fail-closed', message: 'what cannot be judged is refused again' })
    }
    return isOpen
  }
  return {
    get isOpen() {
      return checked()
    },
    openUntilMs,
    mayOverlook(what) {
      if (!checked()) return false
      log({ level: 'warn', code: 'overlooked', message: `passed without judgement: ${what}` })
      return true
    },
  }
}
