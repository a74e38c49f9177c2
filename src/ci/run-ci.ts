import { dirname, resolve } from 'node:path'
import { hashWord } from '../kit/hash.ts'
import type { LabConfig } from '../lab/config/config.ts'
import { runContract, runGolden, type LabWorld } from '../lab/lab.ts'
import { planScenarios } from '../lab/plan-scenarios.ts'
import { commandLine } from '../lab/repeat-command.ts'
import type { RunGate, RunResult } from '../lab/run-result.ts'
import type { Target } from '../lab/target.ts'
import type { MutationWriter } from '../mutations/index.ts'
import { CI_FORMAT, type CiResult, type PhaseName, type ShrunkReplay } from './ci-result.ts'
import { runMutations, type MutatingConfig, type MutationOutcome } from './mutation-phase.ts'
import { NO_FAULTS } from './one-case.ts'
import { overall, type PhaseOutcome } from './overall.ts'
import { promisesOf, runInvariantsOf, runReplays, type ReplayCase } from './replay-phase.ts'
import { shrinkCell, type FailedCell, type ShrunkCell } from './shrink-cell.ts'

export interface CiOptions {
  readonly seed?: number | string
  readonly trials?: number
  readonly concurrency?: number
  /** 0 to 1: the lowest score of every phase and of all together. */
  readonly minScore: number
  /** Only this phase. */
  readonly phase?: PhaseName
  /** Only the mutation with this id. */
  readonly mutation?: string
  readonly writer?: MutationWriter
  readonly replays: readonly ReplayCase[]
  /** Makes the first failures small and keeps them. */
  readonly shrink?: {
    readonly mostCells: number
    readonly mostTries: number
    /** Writes the file and gives its name as it stands in commands. */
    readonly keep: (shrunk: ShrunkCell) => string
  }
  readonly onPhase?: (name: PhaseName, result: RunResult) => void
  readonly onProgress?: (phase: PhaseName, done: number, planned: number) => void
}

const DEFAULT_CONCURRENCY = 8

/** Everything that is configured, each part once, weighed into one score. */
export async function runCi(config: LabConfig, options: CiOptions, world: LabWorld): Promise<CiResult> {
  const run = new CiRun(config, options, world)
  const outcomes: PhaseOutcome[] = []
  const skipped: Partial<Record<PhaseName, string>> = {}
  for (const [name, phase] of run.phases()) {
    if (typeof phase === 'string') skipped[name] = phase
    else if (world.signal.aborted) skipped[name] = 'the run was called off'
    else {
      const result = await phase()
      options.onPhase?.(name, result)
      outcomes.push({ name, result })
    }
  }
  const replays = await run.shrunk(outcomes)
  return {
    format: CI_FORMAT,
    configuration: { file: config.file, hash: config.hash },
    seed: run.seed,
    ...overall(outcomes, skipped, config.scoring, options.minScore),
    minScore: options.minScore,
    replays,
  }
}

type PhaseRun = () => Promise<RunResult>

/** A failure, once there is an agent whose planes say where its faults go. */
interface ToShrink {
  readonly phase: PhaseName
  readonly cellOn: (target: Target) => FailedCell
}

class CiRun {
  readonly seed: number | string
  readonly #config: LabConfig
  readonly #options: CiOptions
  readonly #world: LabWorld
  #mutationFailures: MutationOutcome['failed'] = []

  constructor(config: LabConfig, options: CiOptions, world: LabWorld) {
    this.#config = config
    this.#options = options
    this.#world = world
    this.seed = options.seed ?? config.seed
  }

  /** Each phase, or why it does not run. */
  phases(): readonly (readonly [PhaseName, PhaseRun | string])[] {
    const { mutations, chaos, contract, scenarios, invariants, prompts } = this.#config
    const { phase: wanted, replays } = this.#options
    const asked = prompts.length === 0 ? 'there are no golden_prompts' : undefined
    const judged = invariants.length === 0 ? 'there are no invariants for single answers' : undefined
    const all: readonly (readonly [PhaseName, PhaseRun | string])[] = [
      [
        'mutation',
        mutations === undefined
          ? 'no mutations are configured'
          : (asked ?? judged ?? (() => this.#mutation())),
      ],
      ['chaos', chaos === undefined ? 'no chaos is configured' : (asked ?? judged ?? (() => this.#chaos()))],
      [
        'contract',
        contract === undefined
          ? 'there is no contract'
          : scenarios.length === 0
            ? 'there is no chaos_matrix'
            : () => this.#contract(),
      ],
      ['replay', replays.length === 0 ? 'there are no recorded incidents' : () => this.#replay()],
    ]
    return all.map(([name, phase]) =>
      wanted === undefined || wanted === name ? [name, phase] : [name, `only ${wanted} was asked for`],
    )
  }

  /** Every answer counts in the score, and the score in the gate; a phase is not broken by one of them alone. */
  get #gate(): RunGate {
    return { minScore: this.#options.minScore * 100 }
  }

  get #concurrency(): number {
    return this.#options.concurrency ?? this.#config.concurrency ?? DEFAULT_CONCURRENCY
  }

  #mutation(): Promise<RunResult> {
    const { mutation, writer, onProgress } = this.#options
    return this.#withTarget(async (target) => {
      const { result, failed } = await runMutations(
        this.#config as MutatingConfig,
        target,
        {
          seed: this.seed,
          concurrency: this.#concurrency,
          gate: this.#gate,
          ...(mutation === undefined ? {} : { only: mutation }),
          ...(writer === undefined ? {} : { writer }),
          repeat: (id) =>
            commandLine(
              'holdfast ci --phase mutation'
                .split(' ')
                .concat(['-c', this.#config.file, '--mutation', id, '--seed', String(this.seed)]),
            ),
          onProgress: (done, planned) => onProgress?.('mutation', done, planned),
        },
        this.#world,
      )
      this.#mutationFailures = failed
      return result
    })
  }

  async #chaos(): Promise<RunResult> {
    const { minScore } = this.#options
    const { result } = await runGolden(
      this.#config,
      { ...this.#labOptions(), chaos: 'only', minScore: minScore * 100 },
      this.#watched('chaos'),
    )
    return result
  }

  async #contract(): Promise<RunResult> {
    const { result } = await runContract(this.#config, this.#labOptions(), this.#watched('contract'))
    return result
  }

  #labOptions() {
    const { trials } = this.#options
    return { seed: this.seed, concurrency: this.#concurrency, ...(trials === undefined ? {} : { trials }) }
  }

  #watched(phase: PhaseName): LabWorld {
    return {
      ...this.#world,
      onProgress: ({ answered, planned }) => this.#options.onProgress?.(phase, answered, planned),
    }
  }

  #replay(): Promise<RunResult> {
    const { replays, onProgress } = this.#options
    return this.#withTarget((target) =>
      runReplays(
        replays,
        this.#config,
        target,
        {
          seed: this.seed,
          concurrency: this.#concurrency,
          gate: this.#gate,
          onProgress: (done, planned) => onProgress?.('replay', done, planned),
        },
        this.#world,
      ),
    )
  }

  /** The first failures, each made small and kept as a file. */
  async shrunk(outcomes: readonly PhaseOutcome[]): Promise<readonly ShrunkReplay[]> {
    const { shrink } = this.#options
    if (shrink === undefined || this.#world.signal.aborted) return []
    const failed = [
      ...this.#failedCells(outcomes, shrink.mostCells),
      ...this.#failedMutations(shrink.mostCells),
    ]
    if (failed.length === 0) return []
    return this.#withTarget(async (target) => {
      const kept: ShrunkReplay[] = []
      for (const { phase, cellOn } of failed) {
        const cell = cellOn(target)
        const shrunk = await shrinkCell(cell, this.#config, target, this.#world, shrink.mostTries)
        if (shrunk === undefined) continue
        const file = shrink.keep(shrunk)
        kept.push({
          phase,
          invariant: cell.cell.invariant,
          scenario: cell.cell.scenario,
          file,
          faults: shrunk.session.chaos?.faults.map(({ id }) => id) ?? [],
          prompt: shrunk.session.input,
          tries: shrunk.tries,
          repeat: commandLine(['holdfast', 'replay', 'run', file, '-c', this.#config.file]),
        })
      }
      return kept
    })
  }

  #failedCells(outcomes: readonly PhaseOutcome[], most: number): readonly ToShrink[] {
    const { contract, scenarios, agent, sources } = this.#config
    const result = outcomes.find(({ name }) => name === 'contract')?.result
    if (result === undefined || contract === undefined) return []
    return result.cells
      .filter(({ failures }) => failures.length > 0)
      .slice(0, most)
      .map((cell) => ({
        phase: 'contract',
        cellOn: (target) => ({
          cell,
          failure: cell.failures[0]!,
          judgedBy: promisesOf(contract),
          plan: planScenarios(
            scenarios.filter(({ name }) => name === cell.scenario),
            target.planes,
            agent?.type,
            sources[0],
          )[0]!.plan,
          seed: this.seed,
        }),
      }))
  }

  /** What is wrong with a request cannot be written into a file of words, so those mutations stay as they are. */
  #failedMutations(most: number): readonly ToShrink[] {
    return this.#mutationFailures
      .filter(({ mutation }) => mutation.request === undefined)
      .slice(0, most)
      .flatMap(({ mutation, result }) => {
        const cell = result.cells.find(({ failures }) => failures.length > 0)
        if (cell === undefined) return []
        return {
          phase: 'mutation' as const,
          cellOn: () => ({
            cell,
            failure: cell.failures[0]!,
            judgedBy: runInvariantsOf(this.#config),
            plan: NO_FAULTS,
            earlier: mutation.turns ?? [],
            seed: this.seed,
          }),
        }
      })
  }

  async #withTarget<Result>(use: (target: Target) => Promise<Result>): Promise<Result> {
    const { agent, file } = this.#config
    const { cwd, env, openTarget } = this.#world
    if (agent === undefined) throw new Error('a configuration without an agent has no phases')
    const target = await openTarget(agent, {
      folder: dirname(resolve(cwd, file)),
      env,
      lanes: this.#concurrency,
    })
    try {
      await target.open()
      return await use(target)
    } finally {
      await target.close()
    }
  }
}

/** A name that is the same for the same failure and no other. */
export function replayName({ session }: ShrunkCell): string {
  return `${session.id}-${hashWord(JSON.stringify([session.input, session.chaos, session.draw]))}`
}
