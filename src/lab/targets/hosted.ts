import type { JsonObject } from '../../model/index.ts'
import type { Question, Target } from '../target.ts'
import { asking } from './asking.ts'
import type { AgentHost } from './hosts/host-process.ts'
import type { Interposition } from './interposition.ts'

export interface HostedTargetOptions {
  readonly name: string
  readonly planes: Target['planes']
  readonly mostLanes: number
  readonly timeoutMs: number
  readonly hasReset: boolean
  /** Each cell gets a process of its own. */
  readonly startsAfresh?: boolean
  readonly interposition?: Interposition | undefined
  start(lane: number): Promise<AgentHost>
  order(question: Question, prompt: string): JsonObject
}

/** An agent in a helper process of its own, one a lane. A helper that ran out of time is replaced. */
export function hostedTarget(options: HostedTargetOptions): Target {
  const { timeoutMs, interposition } = options
  const hosts = new Map<number, Promise<AgentHost>>()

  async function hostOf(lane: number): Promise<AgentHost> {
    const known = await hosts.get(lane)
    if (known?.isAlive() === true) return known
    const starting = options.start(lane)
    hosts.set(lane, starting)
    // a helper that could not start is tried afresh by the next question
    starting.catch(() => hosts.delete(lane))
    return starting
  }

  const ending = new Set<Promise<void>>()

  function discard(lane: number): Promise<void> {
    const host = hosts.get(lane)
    hosts.delete(lane)
    const end = (async () => (await host?.catch(() => undefined))?.stop())()
    ending.add(end)
    return end.finally(() => ending.delete(end))
  }

  return {
    name: options.name,
    planes: options.planes,
    mostLanes: options.mostLanes,
    async open() {
      await hostOf(0)
    },
    ...((options.hasReset || options.startsAfresh === true) && {
      async reset(lane: number) {
        if (options.startsAfresh === true) await discard(lane)
        else await (await hostOf(lane)).reset(timeoutMs)
      },
    }),
    async ask(question) {
      const host = await hostOf(question.lane)
      return asking(question, {
        timeoutMs,
        interposition,
        work: (prompt) => host.ask(question, options.order(question, prompt)),
        afterTimeout: () => discard(question.lane),
      })
    },
    async close() {
      for (const lane of hosts.keys()) void discard(lane)
      // also those that were given up a moment ago
      await Promise.all(ending)
      await interposition?.close()
    },
  }
}
