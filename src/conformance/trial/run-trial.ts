import { setTimeout as sleep } from 'node:timers/promises'
import { HoldfastError } from '../../kit/errors.ts'
import type { FileText } from '../../contract/index.ts'
import type { Backends, Workflow } from '../../workflow/index.ts'
import type { Agents } from '../agent.ts'
import type { Scenario } from '../model.ts'
import { filled, type Placeholders } from '../placeholders.ts'
import { fixedPlaceholders } from '../read/load-scenario.ts'
import { agentTrial } from './agent-trial.ts'
import type { Observation, Ran } from './observation.ts'
import { setStage, type Stage } from './stage.ts'
import { workflowTrials } from './workflow-trials.ts'

/** The world around all trials. */
export interface TrialWorld {
  readonly workdir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readFile: (name: string, from: string) => FileText
  /** Without it scenarios about an `[agent]` cannot be run. */
  readonly agents?: Agents
  /** Answer in place of the turns: a live model, or a cassette. */
  readonly backends?: Backends
  /** Shows what would happen if nothing stood in the way: a battery of attacks that then fail too proves nothing. */
  readonly ignorePolicies?: boolean
}

export interface PlayedTrial {
  readonly observation: Observation
  /** What `${…}` stood for, which expectations may name too. */
  readonly placeholders: Placeholders
}

export type RunTrial = (trial: number, choice: readonly number[]) => Promise<PlayedTrial>

/** Makes ready what all trials of a scenario share; each call plays one of them from a clean state. */
export function trialsOf(scenario: Scenario, workflow: Workflow | undefined, world: TrialWorld): RunTrial {
  const { faults, resume, expected } = scenario
  const fixed = fixedPlaceholders(scenario)
  const needsState = faults.crashBefore !== undefined || resume !== undefined || expected.status === 'paused'
  const play = playerOf(scenario, workflow, world)
  return async (trial, choice) => {
    const { workdir, env } = world
    const stage = await setStage(scenario, { fixed, workdir, env, needsState })
    try {
      const startedMs = performance.now()
      const ran = await play(trial, choice, stage)
      const elapsedMs = performance.now() - startedMs
      const observation = { ...ran, elapsedMs, ...(await leftBehind(scenario, stage)) }
      return { observation, placeholders: stage.placeholders }
    } finally {
      await stage.clear()
    }
  }
}

type Player = (trial: number, choice: readonly number[], stage: Stage) => Promise<Ran>

function playerOf(scenario: Scenario, workflow: Workflow | undefined, world: TrialWorld): Player {
  const { readFile, backends, agents, ignorePolicies = false } = world
  if (scenario.subject.kind === 'workflow')
    return workflowTrials({
      scenario,
      workflow: workflow!,
      readFile,
      ignorePolicies,
      ...(backends !== undefined && { backends }),
    })
  if (agents === undefined)
    throw new HoldfastError(
      'HF_CANNOT_JUDGE',
      'an [agent] is not available here: nothing was given that could start one',
      'give `agents` to the suite, or use a [workflow]',
    )
  return (trial, _choice, stage) => agentTrial(scenario, agents.open, trial, stage)
}

/** What the trial did to its folder and to its servers. */
async function leftBehind(
  { expected }: Scenario,
  { sandbox, placeholders, requests, connections }: Stage,
): Promise<Pick<Observation, 'requests' | 'connections' | 'changes' | 'files'>> {
  if (expected.settleMs > 0) await sleep(expected.settleMs)
  const files = new Map<string, string | undefined>()
  for (const check of expected.files) {
    const path = filled(check.path, placeholders)
    files.set(path, await sandbox?.read(path))
  }
  const seen = { requests: requests(), connections: connections(), files }
  return expected.writes === undefined || sandbox === undefined
    ? seen
    : { ...seen, changes: await sandbox.changes() }
}
