/** Time was over first. */
export const OVER = Symbol('over')

/** Whoever does not come back in time is not waited for. */
export function orOver<T>(pending: Promise<T>, signal: AbortSignal): Promise<T | typeof OVER> {
  return new Promise((resolve, reject) => {
    const over = (): void => resolve(OVER)
    if (signal.aborted) over()
    signal.addEventListener('abort', over, { once: true })
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', over))
  })
}
