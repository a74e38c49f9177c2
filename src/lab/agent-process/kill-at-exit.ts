const kills = new Set<() => void>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function killAll(): void {
  for (const kill of kills) kill()
  kills.clear()
}

const onSignal = Object.fromEntries(
  SIGNALS.map((signal) => [
    signal,
    () => {
      // somebody who listens too will close everything in order
      if (process.listenerCount(signal) > 1) return
      killAll()
      unlisten()
      process.kill(process.pid, signal)
    },
  ]),
)

function listen(): void {
  process.on('exit', killAll)
  // first in the row, because others take themselves off it when they are called
  for (const signal of SIGNALS) process.prependListener(signal, onSignal[signal]!)
}

function unlisten(): void {
  process.off('exit', killAll)
  for (const signal of SIGNALS) process.off(signal, onSignal[signal]!)
}

/** However this process ends, what it started ends with it. Gives back how to call it off. */
export function killAtExit(kill: () => void): () => void {
  if (kills.size === 0) listen()
  kills.add(kill)
  return () => {
    if (kills.delete(kill) && kills.size === 0) unlisten()
  }
}
