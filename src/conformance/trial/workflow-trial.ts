import { HoldfastError } from '../../kit/errors.ts'
import {
  createEngine,
  nodeWorld,
  pathOf,
  stateFolder,
  type Backends,
  type Engine,
  type HttpReply,
  type RunResult,
  type Workflow,
} from '../../workflow/index.ts'
import type { Scenario } from '../model.ts'
import { filledIn } from '../placeholders.ts'
import { nodeFaults, type NodeFaults } from './node-faults.ts'
import { NO_COST, type Ran } from './observation.ts'
import type { ScenarioModel } from './scenario-model.ts'
import { isServed, setOff } from './set-off.ts'
import type { Stage } from './stage.ts'

const MAX_PAUSES = 32

interface TrialParts {
  readonly scenario: Scenario
  readonly workflow: Workflow
  readonly model: ScenarioModel
  readonly stage: Stage
  readonly trial: number
  /** Where all trials can use the same. */
  readonly engine: Engine | undefined
  readonly backends: Backends | undefined
}

/** One run of one workflow, with its pauses, its crash and its trigger. */
export class WorkflowTrial {
  readonly #scenario: Scenario
  readonly #workflow: Workflow
  readonly #model: ScenarioModel
  readonly #stage: Stage
  readonly #trial: number
  readonly #shared: Engine | undefined
  readonly #faults: NodeFaults | undefined
  readonly #backends: Backends
  #crash: AbortController | undefined

  constructor({ scenario, workflow, model, stage, trial, engine, backends }: TrialParts) {
    this.#scenario = scenario
    this.#workflow = workflow
    this.#model = model
    this.#stage = stage
    this.#trial = trial
    this.#shared = engine
    this.#faults = nodeFaults(scenario.faults, () => this.#crash?.abort())
    const isSilent = scenario.turns.length === 0 && scenario.faults.intel.length === 0
    this.#backends =
      backends === undefined ? (isSilent ? {} : backendsOf(workflow, model)) : { ...backends, default: model }
  }

  async run(): Promise<Ran> {
    const { trigger, timeoutMs } = this.#scenario
    const engine = this.#shared ?? this.#engine()
    try {
      if (!isServed(trigger)) return this.#observed(await this.#resumed(await this.#direct(engine)))
      const stateDir = this.#stage.sandbox?.stateFolder
      const { workdir, env } = this.#stage
      const { result, reply } = await setOff(engine, filledIn(trigger, this.#stage.placeholders), {
        timeoutMs,
        workdir,
        env,
        ...(stateDir !== undefined && { stateDir }),
      })
      if (result === undefined) return this.#nothingRan(reply)
      return this.#observed(await this.#resumed(result), reply)
    } catch (error) {
      if (!(error instanceof HoldfastError)) throw error
      return this.#refused(error)
    }
  }

  #engine(): Engine {
    const { faults, resume, expected } = this.#scenario
    const { sandbox, workdir, env } = this.#stage
    const needsState =
      resume !== undefined || faults.crashBefore !== undefined || expected.status === 'paused'
    return createEngine({
      workflow: this.#workflow,
      world: nodeWorld({ workdir, env }),
      backends: this.#backends,
      checkpointEachNode: faults.crashBefore !== undefined,
      ...(this.#faults !== undefined && { faults: this.#faults.hook }),
      ...(needsState && sandbox !== undefined && { state: stateFolder(sandbox.stateFolder) }),
    })
  }

  async #direct(engine: Engine): Promise<RunResult> {
    const { trigger, timeoutMs, seed, faults, name } = this.#scenario
    const options = {
      kind: trigger.kind as 'manual',
      input: filledIn(trigger.payload, this.#stage.placeholders),
      timeoutMs,
      seed: `${name}:${seed}`,
      trial: this.#trial,
      runId: `trial-${this.#trial}`,
      backends: this.#backends,
      ...(trigger.start !== undefined && { start: trigger.start }),
    }
    if (faults.crashBefore === undefined) return engine.run(options)
    const crash = (this.#crash = new AbortController())
    const result = await engine.run({ ...options, signal: crash.signal })
    return crash.signal.aborted ? this.#afterCrash(options) : result
  }

  /** All a new process has is what is on disk; where nothing is, nothing was done that must not be done twice. */
  async #afterCrash(options: Parameters<Engine['run']>[0]): Promise<RunResult> {
    const engine = this.#engine()
    const resting = await stateFolder(this.#stage.sandbox!.stateFolder).list()
    return resting.length === 0
      ? engine.run(options)
      : engine.resume(`trial-${this.#trial}`, {
          timeoutMs: this.#scenario.timeoutMs,
          repeatInFlight: this.#scenario.resume?.repeatInFlight ?? false,
        })
  }

  /** A paused run goes on in another engine, as it would in another process. */
  async #resumed(first: RunResult): Promise<RunResult> {
    const { resume, timeoutMs } = this.#scenario
    if (resume === undefined) return first
    let result = first
    for (let pauses = 0; result.status === 'paused' && pauses < MAX_PAUSES; pauses += 1)
      result = await this.#engine().resume(result.runId, { timeoutMs, ...resume })
    return result
  }

  #fromModel(): Pick<Ran, 'prompts' | 'unusedTurns' | 'faultsFired' | 'replacedNodes' | 'triggeredBy'> {
    return {
      prompts: this.#model.prompts,
      unusedTurns: this.#model.unusedTurns(),
      faultsFired: [...this.#model.fired, ...(this.#faults?.fired ?? [])],
      replacedNodes: this.#faults?.replaced ?? NONE,
      triggeredBy: this.#scenario.trigger.kind,
    }
  }

  #observed(result: RunResult, served?: HttpReply): Ran {
    const { status, lastNode, finalValue, reason, error, deadEnd, trace, policyChecks, denials, cost } =
      result
    const words = error?.message ?? reason
    const reply = served ?? result.reply
    return {
      status,
      lastNode,
      finalValue,
      path: pathOf(result),
      deadEnd: deadEnd !== undefined,
      isUnrouted: deadEnd?.isUnrouted === true,
      trace,
      policyChecks,
      denials,
      retries: cost.retries,
      cost,
      isMetered: true,
      ...(words !== undefined && { reason: words }),
      ...(error !== undefined && { errorClass: error.class }),
      ...(reply !== undefined && { reply }),
      ...this.#fromModel(),
    }
  }

  #nothingRan(reply: HttpReply | undefined): Ran {
    const reason =
      reply === undefined
        ? `no run: the ${this.#scenario.trigger.kind} trigger did not fire in time`
        : `no run: the route answered ${reply.status}`
    return { ...this.#refused(new Error(reason)), ...(reply !== undefined && { reply }) }
  }

  #refused({ message }: Error): Ran {
    return {
      status: 'errored',
      lastNode: null,
      reason: message,
      path: [],
      finalValue: null,
      deadEnd: false,
      isUnrouted: false,
      trace: [],
      policyChecks: [],
      denials: [],
      retries: 0,
      cost: NO_COST,
      isMetered: true,
      ...this.#fromModel(),
    }
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The turns answer for every backend any of the workflows names, so that no scenario reaches a network. */
function backendsOf(workflow: Workflow, model: ScenarioModel): Backends {
  const reached = new Set([workflow])
  for (const each of reached) for (const child of each.children.values()) reached.add(child)
  const names = ['default', ...[...reached].flatMap(({ backends }) => backends.map(({ name }) => name))]
  return Object.fromEntries(names.map((name) => [name, model]))
}
