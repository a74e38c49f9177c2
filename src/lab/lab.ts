import { dirname, resolve } from 'node:path'
import {
  chaosPlan,
  findProfile,
  mergePlans,
  NO_CHAOS,
  type ChaosPlan,
  type PlannedFault,
} from '../chaos/index.ts'
import type { ClauseSource, Contract } from '../contract/index.ts'
import { canonicalJson } from '../kit/canonical-json.ts'
import { hashWord } from '../kit/hash.ts'
import type { Judge } from '../model/index.ts'
import type { AgentConfig } from './config/agent-shape.ts'
import type { LabConfig } from './config/config.ts'
import type { Progress } from './matrix/options.ts'
import { runMatrix, type MatrixOutcome } from './matrix/run-matrix.ts'
import { sequentialTest } from './matrix/sequential.ts'
import { parseOnly } from './only.ts'
import { realClock } from './pace.ts'
import { planScenarios } from './plan-scenarios.ts'
import { commandLine } from './repeat-command.ts'
import { newRunFolder, resumeRunFolder, type RunFolder } from './run-folder.ts'
import type { RunGate, RunKind } from './run-result.ts'
import type { Target } from './target.ts'

const DEFAULT_CONCURRENCY = 8

/** A sequential test that has not decided by then is left undecided. */
const DEFAULT_SEQUENTIAL_TRIALS = 200

/** What the command line says over the configuration. */
export interface LabOptions {
  readonly seed?: number | string
  readonly trials?: number
  readonly trial?: number
  readonly concurrency?: number
  readonly only?: string
  readonly minScore?: number
  /** The id of a run, or `latest`. */
  readonly resume?: string
}

export interface TargetRequest {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly lanes: number
}

/** The world a run happens in. */
export interface LabWorld {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The agent of a configuration, started and ready. */
  readonly openTarget: (agent: AgentConfig, request: TargetRequest) => Promise<Target>
  readonly signal: AbortSignal
  readonly judge?: Judge
  /** Where runs are kept; absent: nowhere. */
  readonly runs?: string
  readonly onProgress?: (progress: Progress) => void
}

export interface LabRun extends MatrixOutcome {
  /** The name of its folder, when it is kept. */
  readonly id?: string
}

/** Which rows and columns, and what repeats them. */
interface Subject {
  readonly kind: RunKind
  readonly clauses: readonly ClauseSource[]
  readonly contract?: Contract
  readonly scenarios: readonly { readonly name: string; readonly plan: ChaosPlan }[]
  readonly isolation: 'cell' | 'shared'
  readonly command: readonly string[]
}

/** The contract of a configuration under every scenario of its matrix. The top-level chaos has no part in it. */
export function runContract(config: LabConfig, options: LabOptions, world: LabWorld): Promise<LabRun> {
  return runSubject(config, options, world, {
    kind: 'contract',
    clauses: config.contract?.clauses ?? [],
    ...(config.contract === undefined ? {} : { contract: config.contract }),
    scenarios: config.scenarios,
    isolation: config.isolation,
    command: ['holdfast', 'contract', 'run', '-c', config.file],
  })
}

export interface GoldenOptions extends LabOptions {
  /** Under chaos as well as without; `only` leaves the run without chaos out. */
  readonly chaos?: 'also' | 'only'
  readonly profile?: string
}

/** The golden prompts and the run invariants, with chaos only when it is asked for. */
export function runGolden(config: LabConfig, options: GoldenOptions, world: LabWorld): Promise<LabRun> {
  const { chaos, profile } = options
  const calm = { name: 'no-chaos', plan: NO_CHAOS }
  const broken = { name: profile ?? 'chaos', plan: planFor(config, profile) }
  return runSubject(config, options, world, {
    kind: chaos === undefined ? 'golden' : 'chaos',
    clauses: config.invariants,
    scenarios: chaos === undefined ? [calm] : chaos === 'only' ? [broken] : [calm, broken],
    isolation: 'shared',
    command: [
      'holdfast',
      'run',
      '-c',
      config.file,
      ...(chaos === undefined ? [] : [chaos === 'only' ? '--chaos-only' : '--chaos']),
      ...(profile === undefined ? [] : ['--chaos-profile', profile]),
    ],
  })
}

/** What the file configures and then the profile; an outage when neither says anything. */
function planFor({ chaos }: LabConfig, profile: string | undefined): ChaosPlan {
  const configured = chaos ?? chaosPlan([])
  if (profile !== undefined) return mergePlans(configured, findProfile(profile).plan)
  return configured.faults.length > 0 ? configured : findProfile('api_outage').plan
}

async function runSubject(
  config: LabConfig,
  options: LabOptions,
  world: LabWorld,
  subject: Subject,
): Promise<LabRun> {
  const { agent } = config
  const settings = settingsOf(config, options)
  const clock = realClock(world.signal)
  const only =
    options.only === undefined
      ? undefined
      : parseOnly(
          options.only,
          subject.clauses.map(({ id }) => id),
          subject.scenarios.map(({ name }) => name),
        )
  const isEmpty = subject.clauses.length === 0 || subject.scenarios.length === 0
  const folder = isEmpty ? undefined : folderFor(config, options, world, subject, settings, clock.nowMs())
  const target = isEmpty || agent === undefined ? NOBODY : await opened(agent, config, world, settings)
  try {
    const outcome = await runMatrix({
      ...settings,
      kind: subject.kind,
      configuration: { file: config.file, hash: config.hash },
      clauses: subject.clauses,
      vocabulary: config.words.contract,
      ...(subject.contract === undefined ? {} : { contract: subject.contract }),
      scenarios: planScenarios(subject.scenarios, target.planes, agent?.type, config.sources[0]),
      prompts: config.prompts,
      target,
      isolation: subject.isolation,
      budget: config.budget,
      clock,
      signal: world.signal,
      ...(only === undefined ? {} : { only }),
      ...(world.judge === undefined ? {} : { judge: world.judge }),
      ...(folder === undefined ? {} : { journal: folder.journal }),
      ...(world.onProgress === undefined ? {} : { onProgress: world.onProgress }),
      repeat: (invariant, scenario, trial) =>
        commandLine([
          ...subject.command,
          '--seed',
          String(settings.seed),
          '--only',
          `${invariant}@${scenario}`,
          ...(settings.trials > 1 ? ['--trial', String(trial + 1)] : []),
        ]),
    })
    folder?.finish(outcome.result, outcome.timing)
    return folder === undefined ? outcome : { ...outcome, id: folder.id }
  } finally {
    folder?.close()
    await target.close()
  }
}

interface Settings {
  readonly seed: number | string
  readonly trials: number
  readonly onlyTrial?: number
  readonly concurrency: number
  readonly gate: RunGate
}

function settingsOf(config: LabConfig, options: LabOptions): Settings {
  const { min_score, min_pass_rate: minPassRate, p, alpha, beta, allow_vacuous: allowVacuous } = config.gate
  const minScore = options.minScore ?? min_score
  const gate: RunGate = {
    ...(minScore === undefined ? {} : { minScore }),
    ...(minPassRate === undefined ? {} : { minPassRate }),
    ...(p === undefined ? {} : { p }),
    ...(alpha === undefined ? {} : { alpha }),
    ...(beta === undefined ? {} : { beta }),
    ...(allowVacuous ? { allowVacuous } : {}),
  }
  const usual = sequentialTest(gate) === undefined ? 1 : DEFAULT_SEQUENTIAL_TRIALS
  return {
    seed: options.seed ?? config.seed,
    trials: options.trials ?? config.trials ?? usual,
    ...(options.trial === undefined ? {} : { onlyTrial: options.trial - 1 }),
    concurrency: options.concurrency ?? config.concurrency ?? DEFAULT_CONCURRENCY,
    gate,
  }
}

function opened(
  agent: AgentConfig,
  { file }: LabConfig,
  { openTarget, cwd, env }: LabWorld,
  { concurrency }: Settings,
): Promise<Target> {
  return openTarget(agent, {
    folder: dirname(resolve(cwd, file)),
    env,
    lanes: concurrency,
  })
}

function folderFor(
  config: LabConfig,
  options: LabOptions,
  { runs, cwd }: LabWorld,
  { kind, scenarios, isolation }: Subject,
  { seed, trials, onlyTrial, gate }: Settings,
  startedAtMs: number,
): RunFolder | undefined {
  if (runs === undefined) return undefined
  const root = resolve(cwd, runs)
  const plan = {
    kind,
    hash: config.hash,
    seed,
    trials,
    onlyTrial,
    gate,
    isolation,
    only: options.only,
    scenarios: scenarios.map(({ name, plan: { faults } }) => ({ name, faults: faults.map(asWritten) })),
  }
  const fingerprint = hashWord(canonicalJson(plan))
  return options.resume === undefined
    ? newRunFolder(root, { kind, startedAtMs, fingerprint })
    : resumeRunFolder(root, options.resume === 'latest' ? undefined : options.resume, fingerprint)
}

/** What the file says of a fault; what it does is code and no part of a plan. */
function asWritten({ definition: _definition, ...written }: PlannedFault): Omit<PlannedFault, 'definition'> {
  return written
}

/** Stands in for the agent where nobody has anything to ask. */
const NOBODY: Target = {
  name: 'nobody',
  planes: { tool: ['tool', 'wire', 'boundary'], llm: ['wire', 'boundary'], context: ['wire', 'boundary'] },
  mostLanes: 1,
  open: async () => undefined,
  ask: async () => ({ kind: 'failed', reason: 'unreachable', message: 'there is no agent', latencyMs: 0 }),
  close: async () => undefined,
}
