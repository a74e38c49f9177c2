import type { ChaosRun, LedgerEntry } from '../chaos/chaos-run.ts'

/** What the wire must remember between the requests of one invocation, so that it tells the same story again. */
export interface WireMemory {
  /** Tools by the id of the call, for clients that report a result without telling of the call again. */
  readonly toolOf: Map<string, string>
  /** Calls whose delay has been waited for. */
  readonly delayed: Set<string>
  /** The question that was attacked, and what became of it. */
  attacked: { readonly question: string; readonly told: string } | undefined
  readonly recorded: WeakSet<LedgerEntry>
}

const memories = new WeakMap<ChaosRun, WireMemory>()

export function memoryOf(run: ChaosRun): WireMemory {
  let memory = memories.get(run)
  if (memory === undefined) {
    memory = { toolOf: new Map(), delayed: new Set(), attacked: undefined, recorded: new WeakSet() }
    memories.set(run, memory)
  }
  return memory
}
