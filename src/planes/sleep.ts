/** Waits; ends early without an error when the signal says that nobody waits any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** The clock of the machine. */
export const realSleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
