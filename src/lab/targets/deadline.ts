import type { Failure } from './answers.ts'

/** The time one question may take; `signal` fires at its end or when the whole run is called off. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Which of the two it was. */
  readonly hasExpired: () => boolean
  clear(): void
}

export function deadlineOf(timeoutMs: number, outer: AbortSignal): Deadline {
  const controller = new AbortController()
  let isExpired = false
  const timer = setTimeout(() => {
    isExpired = true
    controller.abort(new Error('the time is up'))
  }, timeoutMs)
  const callOff = (): void => controller.abort(outer.reason)
  if (outer.aborted) callOff()
  else outer.addEventListener('abort', callOff, { once: true })
  return {
    signal: controller.signal,
    hasExpired: () => isExpired,
    clear() {
      clearTimeout(timer)
      outer.removeEventListener('abort', callOff)
    },
  }
}

/** Settles as `work` does, or with the failure once the deadline is over; what `work` does later is dropped. */
export async function within<T>(
  deadline: Deadline,
  timeoutMs: number,
  work: Promise<T>,
): Promise<T | Failure> {
  let stop: (() => void) | undefined
  const over = new Promise<Failure>((resolve) => {
    stop = () => resolve(overdue(deadline, timeoutMs))
    if (deadline.signal.aborted) stop()
    else deadline.signal.addEventListener('abort', stop, { once: true })
  })
  // a rejection after the time is up has nobody to hear it
  work.catch(() => undefined)
  try {
    return await Promise.race([work, over])
  } finally {
    if (stop !== undefined) deadline.signal.removeEventListener('abort', stop)
  }
}

export function overdue(deadline: Deadline, timeoutMs: number): Failure {
  return deadline.hasExpired()
    ? { reason: 'timeout', message: `no answer within ${timeoutMs} ms` }
    : { reason: 'refused', message: 'the run was called off' }
}
