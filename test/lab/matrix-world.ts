import { assignPlanes } from '../../src/chaos/index.ts'
import { loadConfig } from '../../src/lab/config/load-config.ts'
import type { LabConfig } from '../../src/lab/config/config.ts'
import type { MatrixOptions } from '../../src/lab/matrix/options.ts'
import { plannedScenario } from '../../src/lab/matrix/plan-cells.ts'
import { runMatrix, type MatrixOutcome } from '../../src/lab/matrix/run-matrix.ts'
import { realClock } from '../../src/lab/pace.ts'
import type { RunCell, RunResult } from '../../src/lab/run-result.ts'
import type { Target } from '../../src/lab/target.ts'

/** A configuration from its text; what is wrong with it ends the test. */
export function configOf(text: string): LabConfig {
  const { config, problems } = loadConfig('lab.yaml', text, { env: {} })
  if (config === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return config
}

/** The matrix of a configuration against a target. */
export async function matrixOf(
  text: string,
  target: Target,
  options: Partial<MatrixOptions> = {},
): Promise<MatrixOutcome> {
  const config = configOf(text)
  const signal = options.signal ?? new AbortController().signal
  const scenarios = config.scenarios.map(({ name, plan }) => {
    const assigned = assignPlanes(plan, target.planes)
    if (assigned.kind === 'impossible') throw new Error(assigned.problems[0]?.message)
    return plannedScenario(name, assigned.plan)
  })
  return runMatrix({
    kind: 'contract',
    configuration: { file: config.file, hash: config.hash },
    clauses: config.contract?.clauses ?? [],
    ...(config.contract === undefined ? {} : { contract: config.contract }),
    scenarios,
    prompts: config.prompts,
    target,
    seed: config.seed,
    trials: config.trials ?? 1,
    concurrency: 4,
    isolation: config.isolation,
    gate: {},
    budget: config.budget,
    clock: realClock(signal),
    signal,
    repeat: (invariant, scenario, trial) => `again ${invariant}@${scenario} ${trial}`,
    ...options,
  })
}

export function cell(result: RunResult, invariant: string, scenario: string): RunCell {
  const found = result.cells.find((one) => one.invariant === invariant && one.scenario === scenario)
  if (found === undefined) throw new Error(`no cell ${invariant}@${scenario}`)
  return found
}
