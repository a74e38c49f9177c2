/** Holds everybody back while the agent or its model says that it is asked too often. */
export interface Pace {
  /** Resolves when questions may be put again. */
  clear(): Promise<void>
  hold(forMs: number): void
}

export interface Clock {
  nowMs(): number
  sleep(forMs: number): Promise<void>
}

export function createPace(clock: Clock): Pace {
  let untilMs = 0
  return {
    async clear() {
      // again, because somebody else may have been told to wait longer meanwhile
      for (let leftMs = untilMs - clock.nowMs(); leftMs > 0; leftMs = untilMs - clock.nowMs())
        await clock.sleep(leftMs)
    },
    hold(forMs) {
      untilMs = Math.max(untilMs, clock.nowMs() + forMs)
    },
  }
}

/** Sleeps until the time is over or the run is called off. */
export function realClock(signal: AbortSignal): Clock {
  return {
    nowMs: () => Date.now(),
    sleep: (forMs) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve()
          return
        }
        const timer = setTimeout(done, forMs)
        function done(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
        signal.addEventListener('abort', done)
      }),
  }
}
