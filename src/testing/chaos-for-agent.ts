import {
  activeChaos,
  assignPlanes,
  createChaosRun,
  findProfile,
  readChaos,
  unfired,
  type ChaosPlan,
  type PlannedChaosRun,
} from '../chaos/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { ActiveChaos, JsonObject } from '../model/index.ts'

/** A profile's name, or a chaos section as it would stand in a file. */
export type ChaosOption = string | JsonObject

export interface AgentChaos {
  readonly active: ActiveChaos
  run(prompt: string, trial: number): PlannedChaosRun
}

/** Faults reach a function through the tools it is given and through what it is asked. */
export function chaosForAgent(option: ChaosOption, hasTools: boolean, seed: number | string): AgentChaos {
  const plan: ChaosPlan = typeof option === 'string' ? findProfile(option).plan : readChaos(option)
  const available = {
    tool: hasTools ? (['tool'] as const) : [],
    llm: [],
    context: hasTools ? (['tool', 'boundary'] as const) : (['boundary'] as const),
  }
  const assigned = assignPlanes(plan, available)
  if (assigned.kind === 'impossible')
    throw new HoldfastError(
      'HF_USAGE',
      assigned.problems.map(({ message }) => message).join('; '),
      hasTools
        ? 'faults of a model need a gateway in front of it; tool faults and context attacks work here'
        : 'give the agent its tools through `tools`, so that faults can reach them',
    )
  return {
    active: activeChaos(plan),
    run: (prompt, trial) => createChaosRun(assigned.plan, { seed, scenario: 'toHonour', prompt, trial }),
  }
}

/** Chaos that did nothing proves nothing, so it is an error whatever the test expects. */
export function refuseVacuous(runs: readonly PlannedChaosRun[]): void {
  const idle = runs
    .map((run) => unfired(run).map(({ id }) => id))
    .reduce((left, right) => left.filter((id) => right.includes(id)))
  if (idle.length === 0) return
  throw new HoldfastError(
    'HF_CANNOT_JUDGE',
    `the chaos never struck (${idle.join(', ')}), so this proves nothing about it`,
    'let the agent call the tool, raise `probability`, or ask more `prompts` or `trials`',
  )
}
