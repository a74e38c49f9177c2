import { activeChaos, assignPlanes, type AssignedPlan, type Plane } from '../chaos/index.ts'
import type { ClauseSource, Contract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { LabConfig } from '../lab/config/config.ts'
import type { LabWorld } from '../lab/lab.ts'
import type { PlannedScenario } from '../lab/matrix/plan-cells.ts'
import { verdictOf } from '../lab/matrix/score.ts'
import { RUN_FORMAT, type RunGate, type RunResult } from '../lab/run-result.ts'
import type { Target } from '../lab/target.ts'
import { earlierOf, recordedRun, type ReplaySession } from '../replay/index.ts'
import { borrowed } from './borrowed-target.ts'
import { inLanes } from './in-lanes.ts'
import { mergeResults } from './merge-results.ts'
import { NO_FAULTS, runOneCase } from './one-case.ts'

/** A session together with what it is judged by. */
export interface ReplayCase {
  readonly session: ReplaySession
  readonly judgedBy: Promises
  readonly repeat: string
}

/** A contract, or the invariants of single answers that a configuration has beside it. */
export interface Promises {
  readonly name: string
  readonly clauses: readonly ClauseSource[]
  readonly contract?: Contract
}

/** What a session says whose promises are the invariants of its configuration. */
export const RUN_INVARIANTS = 'invariants'

export function promisesOf(contract: Contract): Promises {
  return { name: contract.name, clauses: contract.clauses, contract }
}

export function runInvariantsOf({ invariants }: LabConfig): Promises {
  return { name: RUN_INVARIANTS, clauses: invariants }
}

export interface ReplayOptions {
  readonly seed: number | string
  readonly concurrency: number
  readonly gate: RunGate
  readonly onProgress?: (done: number, planned: number) => void
}

/** Recorded incidents asked again, tools answering as they did then; columns are the incidents. */
export async function runReplays(
  cases: readonly ReplayCase[],
  config: LabConfig,
  target: Target,
  options: ReplayOptions,
  world: LabWorld,
): Promise<RunResult> {
  let done = 0
  const results = await inLanes(
    cases,
    Math.min(options.concurrency, target.mostLanes),
    async (one, lane) => {
      const result = await runReplay(one, config, target, options.seed, world, lane)
      options.onProgress?.((done += 1), cases.length)
      return { column: one.session.id, result }
    },
    world.signal,
  )
  const merged = mergeResults(results)
  const passed = results.filter(({ result }) => result.verdict === 'kept').length
  const score = results.length === 0 ? undefined : Math.round((passed / results.length) * 10_000) / 100
  return {
    format: RUN_FORMAT,
    kind: 'replay',
    configuration: { file: config.file, hash: config.hash },
    agent: target.name,
    seed: options.seed,
    trials: 1,
    isolation: 'shared',
    gate: options.gate,
    ...merged,
    ...(score === undefined ? {} : { score }),
    ...verdictOf('replay', merged.cells, score, options.gate, undefined),
  }
}

/** One incident in one lane of an agent that is already there. */
export async function runReplay(
  { session, judgedBy, repeat }: ReplayCase,
  config: LabConfig,
  target: Target,
  seed: number | string,
  world: LabWorld,
  lane = 0,
): Promise<RunResult> {
  const plan = planOf(session, target, config)
  const plane = session.toolResponses.length === 0 ? 'tool' : planeFor(session, target)
  const asked = borrowed(
    target,
    (question) => ({
      ...question,
      earlier: earlierOf(session.context),
      chaos: recordedRun(session.toolResponses, plane, question.chaos),
    }),
    lane,
  )
  return runOneCase(config, world, {
    kind: 'replay',
    clauses: clausesOf(session, judgedBy),
    ...(judgedBy.contract === undefined ? {} : { contract: judgedBy.contract }),
    scenario: scenarioOf(session, plan),
    prompt: session.input,
    target: asked,
    seed: session.draw?.seed ?? seed,
    trial: session.draw?.trial ?? 0,
    repeat: () => repeat,
  })
}

function clausesOf({ id, invariants }: ReplaySession, { name, clauses }: Promises): readonly ClauseSource[] {
  if (invariants === undefined) return clauses
  const unknown = invariants.find((wanted) => !clauses.some((clause) => clause.id === wanted))
  if (unknown !== undefined)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `replay \`${id}\` is about \`${unknown}\`, which \`${name}\` does not promise`,
      `it promises ${clauses.map((clause) => clause.id).join(', ')}`,
    )
  return clauses.filter((clause) => invariants.includes(clause.id))
}

function planOf({ id, chaos }: ReplaySession, target: Target, { agent }: LabConfig): AssignedPlan {
  if (chaos === undefined) return NO_FAULTS
  const assignment = assignPlanes(chaos, target.planes, agent?.type)
  if (assignment.kind === 'assigned') return assignment.plan
  const [first] = assignment.problems
  throw new HoldfastError('HF_INVALID_FILE', `replay \`${id}\`: ${first!.message}`, first!.hint)
}

/** What a tool said can only be said again where the lab stands between the agent and its tools. */
function planeFor({ id }: ReplaySession, { planes, name }: Target): Plane {
  const plane = planes.tool.find((each) => each !== 'boundary')
  if (plane !== undefined) return plane
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `replay \`${id}\` has recorded tool responses, which cannot be given to ${name}`,
    'name the tools in `agent.tools` or `agent.tool_registry`, or let the agent reach its model through the gateway',
  )
}

/** A tool that failed then is failing now, so promises about failing tools are due. */
function scenarioOf({ id, draw, toolResponses }: ReplaySession, plan: AssignedPlan): PlannedScenario {
  const failing = toolResponses.some(({ status = 200 }) => status === 0 || status >= 400)
  const chaos = activeChaos(plan)
  return { name: draw?.scenario ?? id, plan, chaos: { ...chaos, tool: chaos.tool || failing } }
}
