import type { LabConfig } from '../lab/config/config.ts'
import type { LabWorld } from '../lab/lab.ts'
import { verdictOf } from '../lab/matrix/score.ts'
import { RUN_FORMAT, type RunGate, type RunResult } from '../lab/run-result.ts'
import type { Question, Target } from '../lab/target.ts'
import type { JsonObject } from '../model/index.ts'
import {
  makeMutations,
  mutationSettings,
  robustnessScore,
  weightsOf,
  writeMutations,
  type Mutation,
  type MutationTarget,
  type MutationWriter,
  type NotMade,
} from '../mutations/index.ts'
import { borrowed } from './borrowed-target.ts'
import { inLanes } from './in-lanes.ts'
import { mergeResults } from './merge-results.ts'
import { calmScenario, runOneCase } from './one-case.ts'

/** A configuration that says which mutations are wanted. */
export type MutatingConfig = LabConfig & { readonly mutations: NonNullable<LabConfig['mutations']> }

export interface MutationOptions {
  readonly seed: number | string
  readonly concurrency: number
  readonly gate: RunGate
  /** Only the mutation with this id. */
  readonly only?: string
  /** Writes the mutations of a configuration that wants a model to. */
  readonly writer?: MutationWriter
  readonly repeat: (mutation: string) => string
  readonly onProgress?: (done: number, planned: number) => void
}

export interface MutationOutcome {
  readonly result: RunResult
  /** The mutations that broke something, each with its own cells. */
  readonly failed: readonly { readonly mutation: Mutation; readonly result: RunResult }[]
}

/** Golden prompts rewritten and asked; columns are the kinds of rewriting. */
export async function runMutations(
  config: MutatingConfig,
  target: Target,
  options: MutationOptions,
  world: LabWorld,
): Promise<MutationOutcome> {
  const made = await mutationsOf(config, options, world)
  const mutations = made.mutations.filter(({ id }) => options.only === undefined || id === options.only)
  let done = 0
  const results = await inLanes(
    mutations,
    Math.min(options.concurrency, target.mostLanes),
    async (mutation, lane) => {
      const result = await runOneCase(config, world, {
        kind: 'mutation',
        clauses: config.invariants,
        scenario: calmScenario(mutation.type),
        prompt: mutation.prompt,
        target: borrowed(target, (question) => withMutation(question, mutation), lane),
        seed: options.seed,
        trial: 0,
        repeat: () => options.repeat(mutation.id),
      })
      options.onProgress?.((done += 1), mutations.length)
      return { column: mutation.type, result, mutation }
    },
    world.signal,
  )
  const merged = mergeResults(results)
  const share = robustnessScore(
    results.map(({ mutation, result }) => ({ type: mutation.type, outcome: outcomeOf(result) })),
    weightsOf(config.words.mutations, mutationSettings(config.mutations).weights),
  )
  const score = share === undefined ? undefined : Math.round(share * 10_000) / 100
  const result: RunResult = {
    format: RUN_FORMAT,
    kind: 'mutation',
    configuration: { file: config.file, hash: config.hash },
    agent: target.name,
    seed: options.seed,
    trials: mutations.length,
    isolation: 'shared',
    gate: options.gate,
    ...merged,
    ...(score === undefined ? {} : { score }),
    ...verdictOf('mutation', merged.cells, score, options.gate, undefined),
    warnings: [...merged.warnings, ...notMadeWarnings(made.notMade)],
  }
  return { result, failed: results.filter((each) => outcomeOf(each.result) !== 'pass') }
}

function withMutation(question: Question, { turns, request }: Mutation): Question {
  return {
    ...question,
    ...(turns === undefined ? {} : { earlier: turns }),
    ...(request === undefined ? {} : { variation: request as unknown as JsonObject }),
  }
}

/** A mutation passes when every run invariant holds. */
function outcomeOf({ counts }: RunResult): 'pass' | 'fail' | 'error' | 'not-run' {
  if (counts.fail > 0 || counts.flaky > 0) return 'fail'
  if (counts.error > 0) return 'error'
  return counts.pass > 0 && counts.undecided === 0 ? 'pass' : 'not-run'
}

async function mutationsOf(
  config: MutatingConfig,
  { seed, writer }: MutationOptions,
  { signal }: LabWorld,
): Promise<{ mutations: readonly Mutation[]; notMade: readonly NotMade[] }> {
  const settings = mutationSettings(config.mutations)
  const request = { ...settings, seed, target: mutationTarget(config), vocabulary: config.words.mutations }
  const sets = []
  for (const prompt of config.prompts)
    sets.push(
      writer === undefined
        ? makeMutations(prompt, request)
        : await writeMutations(prompt, request, writer, signal),
    )
  return {
    mutations: sets.flatMap(({ mutations }) => mutations),
    notMade: sets.flatMap(({ notMade }) => notMade),
  }
}

function mutationTarget({ agent }: LabConfig): MutationTarget {
  return agent?.type === 'http' ? { http: { method: agent.method }, turns: true } : { turns: true }
}

/** Nothing is dropped in silence, and nothing is said forty times. */
function notMadeWarnings(notMade: readonly NotMade[]): RunResult['warnings'] {
  const sentences = new Set(notMade.map(({ type, why }) => `no mutation of type ${type} was made: ${why}`))
  return [...sentences].map((message) => ({ code: 'mutation-not-made', message }))
}
