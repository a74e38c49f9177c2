import type { ChaosRun } from '../chaos/chaos-run.ts'

const callCounts = new WeakMap<ChaosRun, Map<string, number>>()

/** Counted per run and tool, so that ids do not depend on what else runs. */
export function nextCallId(run: ChaosRun, tool: string): string {
  let counts = callCounts.get(run)
  if (counts === undefined) callCounts.set(run, (counts = new Map()))
  const count = (counts.get(tool) ?? 0) + 1
  counts.set(tool, count)
  return `${tool}#${count}`
}
