import { randomBytes } from 'node:crypto'
import { createGuard, type Guard } from '../guard/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { JsonValue } from '../model/index.ts'
import type { Backend, Backends } from './backends/backend.ts'
import { providerBackend } from './backends/provider.ts'
import type { TriggerKind, Workflow } from './model.ts'
import type { Policy } from './policy/policy.ts'
import type { FaultHook } from './run/fault.ts'
import type { RunResult } from './run/outcome.ts'
import { planOf, type Plan } from './run/plan.ts'
import { preparePolicy, type PreparedPolicy } from './run/prepared-policy.ts'
import { Run } from './run/run.ts'
import { createRunGuard } from './run/run-guard.ts'
import { Deadline, McpSessions, type Shared } from './run/shared.ts'
import type { Checkpointer } from './state/checkpoint.ts'
import type { StateFolder } from './state/state-folder.ts'
import { nodeWorld } from './world/node-world.ts'
import type { World } from './world/world.ts'

export interface EngineOptions {
  readonly workflow: Workflow
  /** The real one when absent. */
  readonly world?: World
  /** Go before the workflow's own backends of the same name. */
  readonly backends?: Backends
  /** For the workflow's own backends: a cassette, say. */
  readonly fetch?: typeof globalThis.fetch
  /** Judges the tool nodes, model calls and the end of every run. */
  readonly guard?: Guard
  /** Where paused runs rest; without it a pause is an error. */
  readonly state?: StateFolder
  /** Also rests before and after every node with effects, so that a crash repeats nothing. */
  readonly checkpointEachNode?: boolean
  /** For runs that bring none of their own. */
  readonly faults?: FaultHook
}

export interface RunOptions {
  /** The first one declared when absent. */
  readonly start?: string
  readonly kind?: TriggerKind
  readonly input?: JsonValue
  readonly timeoutMs?: number
  /** The same seed and trial give the same run. */
  readonly seed?: number | string
  readonly trial?: number
  readonly runId?: string
  readonly backends?: Backends
  /** In place of the workflow's own; `null` allows everything. */
  readonly policy?: Policy | null
  readonly faults?: FaultHook
  readonly guard?: Guard
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

export interface ResumeOptions extends Pick<RunOptions, 'timeoutMs' | 'backends' | 'guard' | 'signal'> {
  readonly approve?: boolean
  /** Goes on although a node with effects may already have done its work. */
  readonly repeatInFlight?: boolean
}

/** A workflow ready to run, as often as wanted. */
export interface Engine {
  readonly workflow: Workflow
  run(options?: RunOptions): Promise<RunResult>
  /** The same without a promise where no node waits for anything. */
  walk(options?: RunOptions): RunResult | Promise<RunResult>
  resume(runId: string, options?: ResumeOptions): Promise<RunResult>
}

const DEFAULT_TIMEOUT_MS = 30_000

export function createEngine(options: EngineOptions): Engine {
  const { workflow, world = nodeWorld(), state, checkpointEachNode = false } = options
  const plans = new Map<Workflow, Plan>()
  const policies = new Map<Policy, Promise<PreparedPolicy>>()
  const ownBackends = new Map<Workflow, Backends>()
  // two processes may start in the same millisecond and rest in the same folder
  const engineId = `${Math.floor(world.wallMs()).toString(16)}-${randomBytes(4).toString('hex')}`
  let runs = 0

  const planFor = (of: Workflow): Plan => {
    let plan = plans.get(of)
    if (plan === undefined) plans.set(of, (plan = planOf(of)))
    return plan
  }
  const preparedFor = (policy: Policy): Promise<PreparedPolicy> => {
    let prepared = policies.get(policy)
    if (prepared === undefined) policies.set(policy, (prepared = preparePolicy(policy, world)))
    return prepared
  }
  const backendsFor = (of: Workflow): Backends => {
    let backends = ownBackends.get(of)
    if (backends === undefined) {
      const made = of.backends.map((spec): [string, Backend] => [
        spec.name,
        providerBackend(spec, { world, ...(options.fetch !== undefined && { fetch: options.fetch }) }),
      ])
      ownBackends.set(of, (backends = Object.fromEntries(made)))
    }
    return backends
  }
  const rootPlan = planFor(workflow)
  const fingerprint = fingerprintOf(workflow)
  const ownGuard =
    options.guard ??
    (workflow.contract === undefined
      ? undefined
      : createGuard({ contract: workflow.contract, nowMs: () => world.wallMs() }))

  function sharedFor(run: RunOptions, runId: string, seed: string, isResumed: boolean): Shared {
    const guard = run.guard ?? ownGuard
    const limitMs = (workflow.budget.maxRunTimeSecs ?? 0) * 1000
    const wantedMs = run.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const timeoutMs = limitMs > 0 ? Math.min(limitMs, wantedMs) : wantedMs
    return {
      world,
      backends: backendsOf(options.backends, run.backends),
      seed,
      dryRun: run.dryRun ?? false,
      fingerprint,
      faults: run.faults ?? options.faults,
      guard: guard === undefined ? undefined : createRunGuard(guard, runId),
      clock: new Deadline(world, world.nowMs() + timeoutMs, run.signal),
      mcp: new McpSessions(),
      // a resumed run is one somebody waited for; a crash must not make it act twice
      checkpointer: state === undefined ? undefined : checkpointerOf(state, checkpointEachNode || isResumed),
      planOf: planFor,
      prepared: preparedFor,
      backendsOf: backendsFor,
    }
  }

  function walk(run: RunOptions = {}): RunResult | Promise<RunResult> {
    runs += 1
    const runId = run.runId ?? `exec-${engineId}-${runs.toString(16)}`
    const plan = run.policy === undefined ? rootPlan : underPolicy(rootPlan, run.policy)
    const startNode = run.start ?? workflow.startNodes[0]?.name ?? ''
    const shared = sharedFor(run, runId, `${run.seed ?? 0}:${run.trial ?? 0}`, false)
    const { kind: triggerKind = 'manual', input = null } = run
    shared.guard?.begin(workflow.name, input, world.workdir)
    return closing(shared, new Run(plan, shared, { startNode, triggerKind, input, runId }).walk())
  }

  return {
    workflow,
    walk,
    run: async (run) => walk(run),
    async resume(runId, resumed = {}) {
      if (state === undefined)
        throw new HoldfastError('HF_USAGE', 'no state directory is configured', 'add --state-dir <folder>')
      const claim = await state.claim(runId)
      try {
        const checkpoint = claim.checkpoint
        if (checkpoint.workflow !== workflow.name || checkpoint.workflow_hash !== fingerprint)
          throw new HoldfastError(
            'HF_USAGE',
            `run \`${runId}\` was paused in another version of workflow \`${checkpoint.workflow}\``,
            'resume it with the file it was started with',
          )
        if (checkpoint.in_flight !== null && resumed.repeatInFlight !== true)
          throw new HoldfastError(
            'HF_CANNOT_JUDGE',
            `run \`${runId}\` stopped inside \`${checkpoint.in_flight}\`, which may or may not have done its work`,
            'look at its effects, then resume with --repeat-in-flight to run it again',
          )
        const shared = sharedFor({ ...resumed, runId }, runId, checkpoint.seed, true)
        const { start_node: startNode, trigger_kind: triggerKind, trigger_input: input } = checkpoint
        shared.guard?.begin(workflow.name, input, world.workdir)
        const run = new Run(rootPlan, shared, { startNode, triggerKind, input, runId })
        return await closing(shared, run.resume(checkpoint, resumed.approve ?? true))
      } finally {
        await claim.release()
      }
    },
  }
}

function closing(shared: Shared, result: RunResult | Promise<RunResult>): RunResult | Promise<RunResult> {
  if (!(result instanceof Promise)) {
    shared.clock.close()
    return result
  }
  return closingLater(shared, result)
}

async function closingLater(shared: Shared, result: Promise<RunResult>): Promise<RunResult> {
  try {
    return await result
  } finally {
    shared.clock.close()
    await shared.mcp.close()
  }
}

function fingerprintOf(workflow: Workflow): string {
  const reached = new Set([workflow])
  for (const each of reached) for (const child of each.children.values()) reached.add(child)
  return [...reached].map(({ hash }) => hash).join('-')
}

const NO_BACKENDS: Backends = {}

function backendsOf(first: Backends | undefined, second: Backends | undefined): Backends {
  if (first === undefined || second === undefined) return second ?? first ?? NO_BACKENDS
  return { ...first, ...second }
}

function underPolicy(plan: Plan, policy: Policy | null): Plan {
  const { policy: _own, ...workflow } = plan.workflow
  return { ...plan, workflow: policy === null ? workflow : { ...workflow, policy } }
}

function checkpointerOf(state: StateFolder, isEachNode: boolean): Checkpointer {
  return {
    isEachNode,
    save: (checkpoint) => state.save(checkpoint),
    discard: (runId) => state.discard(runId),
  }
}
