import type { AssignedPlan } from '../chaos/index.ts'
import type { LabConfig } from '../lab/config/config.ts'
import type { LabWorld } from '../lab/lab.ts'
import { isFailed } from '../lab/matrix/score.ts'
import type { CellFailure, RunCell } from '../lab/run-result.ts'
import type { Target } from '../lab/target.ts'
import type { ReplaySession } from '../replay/index.ts'
import { shrinkFailure, type FailingCase } from '../shrink/index.ts'
import { runReplay, type Promises } from './replay-phase.ts'

export interface FailedCell {
  readonly cell: RunCell
  readonly failure: CellFailure
  readonly judgedBy: Promises
  /** What was said before the prompt. */
  readonly earlier?: FailingCase['earlier']
  readonly plan: AssignedPlan
  readonly seed: number | string
}

export interface ShrunkCell {
  readonly session: ReplaySession
  readonly tries: number
  readonly isCutShort: boolean
}

/** Makes the failure of a cell small, as a replay that still fails. `undefined` when it does not fail again at all. */
export async function shrinkCell(
  failed: FailedCell,
  config: LabConfig,
  target: Target,
  world: LabWorld,
  mostTries?: number,
): Promise<ShrunkCell | undefined> {
  const stillFails = async (candidate: FailingCase): Promise<boolean> => {
    const session = sessionOf(failed, candidate)
    const { cells } = await runReplay(
      { session, judgedBy: failed.judgedBy, repeat: '' },
      config,
      target,
      failed.seed,
      world,
    )
    // an agent that breaks in another way is another failure
    return cells.some(
      ({ outcome }) => isFailed(outcome) && (failed.failure.outcome === 'error') === (outcome === 'error'),
    )
  }
  const whole: FailingCase = {
    prompt: failed.failure.prompt,
    earlier: failed.earlier ?? [],
    faults: failed.plan.faults,
  }
  if (!(await stillFails(whole))) return undefined
  const shrunk = await shrinkFailure(whole, { stillFails, ...(mostTries === undefined ? {} : { mostTries }) })
  return { session: sessionOf(failed, shrunk.case), tries: shrunk.tries, isCutShort: shrunk.isCutShort }
}

function sessionOf(
  { cell, failure, judgedBy, seed }: FailedCell,
  { prompt, earlier, faults }: FailingCase,
): ReplaySession {
  return {
    id: `${cell.invariant}-${cell.scenario}`.replace(/[^\w.-]+/gu, '-'),
    name: `${cell.invariant} under ${cell.scenario}`,
    source: 'cell',
    input: prompt,
    context: earlier.map(({ role, content }) => ({ role, content })),
    toolResponses: [],
    expectedFailure: failure.error?.message ?? `breaks ${cell.invariant}`,
    contract: judgedBy.name,
    chaos: { faults },
    draw: { seed, scenario: cell.scenario, trial: failure.trial },
    invariants: [cell.invariant],
  }
}
