import { assignPlanes, createChaosRun, readChaos, type PlannedChaosRun } from '../../src/chaos/index.ts'
import type { JsonObject } from '../../src/model/index.ts'
import type { ProxyOptions } from '../../src/proxy/index.ts'
import { NO_RM, startWorld, type World } from '../proxy/world.ts'

export interface ChaosWorld extends World {
  readonly run: PlannedChaosRun
  /** What an agent under test takes for the gateway. */
  readonly baseUrl: string
  readonly waits: readonly number[]
}

export function wireRun(section: JsonObject): PlannedChaosRun {
  const planes = { tool: ['wire'], llm: ['wire'], context: ['wire'] } as const
  const assigned = assignPlanes(readChaos(section), planes)
  if (assigned.kind !== 'assigned') throw new Error(assigned.problems[0]?.message)
  return createChaosRun(assigned.plan, { seed: 7, scenario: 'test', prompt: 'p', trial: 0 })
}

/** A gateway in which the invocation `t1` meets this chaos, with a clock on which every wait is over at once. */
export async function startChaosWorld(
  section: JsonObject,
  options: Partial<ProxyOptions> = {},
): Promise<ChaosWorld> {
  const run = wireRun(section)
  const waits: number[] = []
  const world = await startWorld(NO_RM, {
    mode: 'shadow',
    chaos: {
      runOf: (token) => (token === 't1' ? run : undefined),
      sleep: (ms) => Promise.resolve(void waits.push(ms)),
    },
    ...options,
  })
  return {
    ...world,
    run,
    waits,
    baseUrl: `${world.proxy.url}/~/t1`,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
