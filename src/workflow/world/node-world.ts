import { setTimeout as sleepFor } from 'node:timers/promises'
import { nodeFiles } from './node-files.ts'
import { nodeHttp } from './node-http.ts'
import { nodeMcp } from './node-mcp.ts'
import { nodeProcesses } from './node-processes.ts'
import type { World } from './world.ts'

export interface NodeWorldOptions {
  readonly workdir?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** This machine. */
export function nodeWorld({ workdir = process.cwd(), env = process.env }: NodeWorldOptions = {}): World {
  const nowMs = (): number => performance.now()
  const cpuAtStart = process.cpuUsage()
  return {
    files: nodeFiles(workdir),
    http: nodeHttp(),
    processes: nodeProcesses(nowMs),
    mcp: nodeMcp(env, workdir),
    env,
    workdir,
    nowMs,
    wallMs: () => Date.now(),
    sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
    usage() {
      const { user, system } = process.cpuUsage(cpuAtStart)
      return { cpuSecs: (user + system) / 1_000_000, memoryMb: process.memoryUsage.rss() / 1_048_576 }
    },
  }
}
