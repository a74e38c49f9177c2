import type { Budget } from '../model.ts'
import { NodeError } from '../node-error.ts'
import type { World } from '../world/world.ts'

/** What the process may use is looked at before each node, and only where a budget says something about it. */
export function exceededLimit(
  { maxCpuSecs = Infinity, maxMemoryMb = Infinity }: Budget,
  world: Pick<World, 'usage'>,
): NodeError | undefined {
  if (maxCpuSecs === Infinity && maxMemoryMb === Infinity) return undefined
  const { cpuSecs, memoryMb } = world.usage()
  if (cpuSecs > maxCpuSecs)
    return new NodeError(
      'budget',
      `max_cpu_secs: the process has used ${cpuSecs.toFixed(1)} of ${maxCpuSecs}`,
    )
  if (memoryMb > maxMemoryMb)
    return new NodeError('budget', `max_memory_mb: the process uses ${memoryMb.toFixed(0)} of ${maxMemoryMb}`)
  return undefined
}
