import type { AssignedPlan } from '../chaos/index.ts'
import type { ClauseSource, Contract } from '../contract/index.ts'
import type { LabConfig } from '../lab/config/config.ts'
import type { LabWorld } from '../lab/lab.ts'
import { plannedScenario, type PlannedScenario } from '../lab/matrix/plan-cells.ts'
import { runMatrix } from '../lab/matrix/run-matrix.ts'
import { realClock } from '../lab/pace.ts'
import type { RunKind, RunResult } from '../lab/run-result.ts'
import type { Target } from '../lab/target.ts'

export interface OneCase {
  readonly kind: RunKind
  readonly clauses: readonly ClauseSource[]
  readonly contract?: Contract
  readonly scenario: PlannedScenario
  readonly prompt: string
  readonly target: Target
  readonly seed: number | string
  readonly trial: number
  readonly repeat: (invariant: string) => string
}

/** One prompt under one scenario, asked once and judged by every clause. */
export async function runOneCase(config: LabConfig, world: LabWorld, one: OneCase): Promise<RunResult> {
  const { kind, clauses, contract, scenario, prompt, target, seed, trial } = one
  const { result } = await runMatrix({
    kind,
    configuration: { file: config.file, hash: config.hash },
    // what is asked here is the prompt of the case and nothing else
    clauses: clauses.map(withoutProbes),
    vocabulary: config.words.contract,
    ...(contract === undefined ? {} : { contract }),
    scenarios: [scenario],
    prompts: [prompt],
    target,
    seed,
    trials: trial + 1,
    onlyTrial: trial,
    concurrency: 1,
    isolation: 'shared',
    gate: {},
    budget: config.budget,
    clock: realClock(world.signal),
    signal: world.signal,
    ...(world.judge === undefined ? {} : { judge: world.judge }),
    repeat: one.repeat,
  })
  return result
}

export const NO_FAULTS: AssignedPlan = { faults: [] }

export function calmScenario(name: string): PlannedScenario {
  return plannedScenario(name, NO_FAULTS)
}

function withoutProbes({ probes: _probes, ...clause }: ClauseSource): ClauseSource {
  return clause
}
