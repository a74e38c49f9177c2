import { HoldfastError } from '../kit/errors.ts'
import type { Problem, SourceText } from '../kit/source/index.ts'
import { judgeOf, runOne } from './judge-trial.ts'
import type { Scenario } from './model.ts'
import { ScenarioFold, type ScenarioResult } from './measure/scenario-result.ts'
import { loadScenario, type LoadedScenario } from './read/load-scenario.ts'
import { planTrials } from './sampling/plan-trials.ts'
import type { Observation } from './trial/observation.ts'
import { trialsOf, type RunTrial, type TrialWorld } from './trial/run-trial.ts'
import { createLane, type Lane } from './lane.ts'

export interface SuiteOptions extends TrialWorld {
  /** How many trials run at once; what they give does not depend on it. */
  readonly jobs?: number
  /** Only scenarios of this name. */
  readonly only?: string
  /** Only this trial of each. */
  readonly trial?: number
  readonly onTrial?: (done: number, all: number, failed: number) => void
  /** Everything about one trial, for whoever looks closely. */
  readonly onObservation?: (scenario: Scenario, trial: number, seen: Observation) => void
}

/** A scenario that was run, or one that could not be, and why. */
export type SuiteEntry =
  | { readonly kind: 'run'; readonly result: ScenarioResult }
  | {
      readonly kind: 'not-loaded'
      readonly name: string
      readonly file: string
      readonly capabilities: readonly string[]
      readonly reason: string
      /** Nothing is wrong with the file; something is missing here. */
      readonly isUnavailable: boolean
    }

export interface SuiteResult {
  readonly entries: readonly SuiteEntry[]
  /** Of all files, errors and warnings. */
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
  /** Workflows that lie beside the scenarios. */
  readonly skippedFiles: readonly string[]
}

/** Runs every trial of every scenario, and folds each scenario's trials in their order. */
export async function runSuite(files: readonly string[], given: SuiteOptions): Promise<SuiteResult> {
  // a copy: every look into the environment of the process itself is a call into the system
  const options = { ...given, env: { ...given.env } }
  const { loaded, skippedFiles } = loadAll(files, options)
  const wanted = loaded.filter(({ name }) => options.only === undefined || name === options.only)
  const lane = createLane(options.jobs ?? DEFAULT_JOBS)
  const progress = createProgress(options)
  const entries = await Promise.all(wanted.map((each) => runScenario(each, options, lane, progress)))
  return {
    entries,
    problems: [...wanted.flatMap(({ problems }) => problems), ...duplicates(wanted)],
    sources: wanted.flatMap(({ sources }) => sources),
    skippedFiles,
  }
}

export const DEFAULT_JOBS = 4

function loadAll(
  files: readonly string[],
  { readFile, agents }: SuiteOptions,
): { readonly loaded: readonly LoadedScenario[]; readonly skippedFiles: readonly string[] } {
  const loaded: LoadedScenario[] = []
  const skippedFiles: string[] = []
  for (const file of files) {
    const read = readFile(file, file)
    if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${read.reason}`)
    const scenario = loadScenario(read.file, read.text, {
      readFile,
      ...(agents !== undefined && { checkAgent: agents.check }),
    })
    if (scenario.isWorkflow === true) skippedFiles.push(read.file)
    else loaded.push(scenario)
  }
  return { loaded, skippedFiles }
}

/** Names are what baselines and `--only` know scenarios by. */
function duplicates(loaded: readonly LoadedScenario[]): readonly Problem[] {
  const first = new Map<string, string>()
  return loaded.flatMap(({ name, file }): readonly Problem[] => {
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, file)
      return []
    }
    return [
      {
        level: 'warning',
        code: 'duplicate-name',
        path: 'name',
        file,
        line: 1,
        column: 1,
        message: `the name \`${name}\` is also that of ${other}, so a baseline cannot tell them apart`,
        hint: 'rename one of them',
      },
    ]
  })
}

interface Progress {
  expect(trials: number): void
  done(isFailed: boolean): void
}

function createProgress({ onTrial }: SuiteOptions): Progress {
  let all = 0
  let done = 0
  let failed = 0
  return {
    expect: (trials) => void (all += trials),
    done(isFailed) {
      done += 1
      if (isFailed) failed += 1
      onTrial?.(done, all, failed)
    },
  }
}

async function runScenario(
  { scenario, workflow, name, file, problems }: LoadedScenario,
  options: SuiteOptions,
  lane: Lane,
  progress: Progress,
): Promise<SuiteEntry> {
  if (scenario === undefined) {
    const reason = problems
      .filter(({ level }) => level === 'error')
      .map(
        (problem) => `${problem.file}:${problem.line}:${problem.column} [${problem.code}] ${problem.message}`,
      )
      .join('; ')
    return { kind: 'not-loaded', name, file, capabilities: [], reason, isUnavailable: false }
  }
  const { capabilities } = scenario
  let play: RunTrial
  try {
    play = trialsOf(scenario, workflow, options)
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    return { kind: 'not-loaded', name, file, capabilities, reason: error.message, isUnavailable: true }
  }
  const plan = planTrials(scenario)
  const fold = new ScenarioFold(scenario, plan)
  const judge = judgeOf(scenario, options.onObservation)
  const only = options.trial
  if (
    only !== undefined &&
    only >= plan.trials &&
    scenario.sampling !== 'seeded' &&
    scenario.sampling !== 'random'
  )
    throw new HoldfastError('HF_USAGE', `\`${name}\` has ${plan.trials} trials, so there is no trial ${only}`)
  const trials = only === undefined ? plan.trials : 1
  progress.expect(trials)
  await lane.inOrder(
    trials,
    (index) => runOne(play, judge, only ?? index, plan.choiceOf(only ?? index)),
    (outcome) => {
      progress.done(outcome.failures.length > 0)
      fold.add(outcome)
    },
  )
  return { kind: 'run', result: fold.finish(workflow) }
}
