import type { JsonValue } from '../../model/index.ts'
import type { NodeResult } from '../define-node.ts'
import { NodeError, reasonOf, toolError, workflowError } from '../node-error.ts'
import type { PolicyCheck } from '../policy/policy.ts'
import type { Checkpoint } from '../state/checkpoint.ts'
import type { ChildTrace, RunResult, TraceEntry } from './outcome.ts'
import { chooseEdge, DEAD_END, entryOf, type Plan, type PlanNode } from './plan.ts'
import { MAX_CHECKS, RunServices, type Place, type RunStart } from './run-services.ts'
import type { Shared } from './shared.ts'

/** More steps than this are a loop somebody did not mean. */
const MAX_STEPS = 10_000
const OVER = Symbol('over')

type Ending = Pick<RunResult, 'status'> &
  Partial<Pick<RunResult, 'finalValue' | 'reason' | 'error' | 'deadEnd'>>

/**
 * One walk through one workflow, strictly one node after the other. It leaves its loop only for nodes that wait
 * for something, so a walk over nodes that do not is a plain function call.
 */
export class Run extends RunServices {
  readonly #turns: Uint32Array
  readonly #startedMs: number
  #current = 0
  #steps = 0
  #tickMs: number
  #visits: Map<string, number> | undefined

  constructor(plan: Plan, shared: Shared, begun: RunStart, place?: Place) {
    super(plan, shared, begun, place)
    this.#turns = plan.loops === 0 ? NO_TURNS : new Uint32Array(plan.loops)
    this.#startedMs = shared.world.nowMs()
    this.#tickMs = this.#startedMs
  }

  protected override childRun(plan: Plan, begun: RunStart, place: Place): Run {
    return new Run(plan, this.shared, begun, place)
  }

  /** Walks from the entry of its start to the end. */
  walk(): RunResult | Promise<RunResult> {
    try {
      this.#current = entryOf(this.plan, this.begun.startNode)
    } catch (error) {
      return this.#end({ status: 'errored', error: asError(error, 'engine') }, null)
    }
    return this.#advance()
  }

  /** Goes on from a checkpoint as if it had never stopped. */
  resume(checkpoint: Checkpoint, isApproved: boolean): RunResult | Promise<RunResult> {
    for (const [id, output] of Object.entries(checkpoint.node_outputs)) {
      const index = this.plan.indexOf.get(id)
      if (index !== undefined) this.outputs[index] = output
    }
    this.#turns.set(checkpoint.loop_turns.slice(0, this.#turns.length))
    this.#steps = checkpoint.steps
    this.meter.restore(checkpoint.cost)
    this.trace.push(...checkpoint.trace)
    this.checks.push(...checkpoint.policy_checks)
    this.reply = checkpoint.reply ?? undefined
    const paused = checkpoint.paused_at === null ? undefined : this.plan.indexOf.get(checkpoint.paused_at)
    if (checkpoint.awaiting_approval && !isApproved && paused !== undefined)
      return this.#rejected(this.plan.nodes[paused]!)
    if (checkpoint.resume_node === null) return this.#end({ status: 'completed' }, checkpoint.paused_at)
    const next = this.plan.indexOf.get(checkpoint.resume_node)
    if (next === undefined)
      return this.#end(
        {
          status: 'errored',
          error: asError(
            workflowError(this.workflowName, `unknown node \`${checkpoint.resume_node}\``),
            'engine',
          ),
        },
        null,
      )
    this.#current = next
    return this.#advance()
  }

  #rejected(node: PlanNode): RunResult | Promise<RunResult> {
    const next = chooseEdge(this.plan, node, 'rejected', this.#turns)
    if (next === DEAD_END) return this.#end({ status: 'failed', reason: 'the approval was refused' }, node.id)
    this.#current = next
    return this.#advance()
  }

  #advance(): RunResult | Promise<RunResult> {
    const { nodes } = this.plan
    const { atMs } = this.shared.clock
    const isWatched = this.#isWatched()
    for (;;) {
      const node = nodes[this.#current]!
      this.#steps += 1
      if (this.#tickMs >= atMs) return this.#timedOut(this.trace.at(-1)?.nodeId ?? null)
      if (this.#steps > MAX_STEPS)
        return this.#errored(
          node,
          workflowError(this.workflowName, `safety cap hit: more than ${MAX_STEPS} steps`),
          1,
        )
      if (isWatched) {
        const exceeded = this.#exceededLimit()
        if (exceeded !== undefined) return this.#errored(node, exceeded, 1)
        if (this.#savesAround(node)) return this.#saved(node)
      }
      this.meter.add('nodeExecutions', 1)
      this.node = node
      let result: NodeResult | Promise<NodeResult>
      try {
        result = isWatched ? this.#withFault(node, 1) : node.definition.run(node.fields, this)
      } catch (error) {
        return this.#onError(node, error, 1)
      }
      if (result instanceof Promise) return this.#wait(node, result, 1)
      const ended = this.#settle(node, result, 1)
      if (ended !== undefined) return ended
    }
  }

  /** Somebody looks at every node: faults, checkpoints, limits on the process. */
  #isWatched(): boolean {
    const { faults, checkpointer } = this.shared
    const { maxCpuSecs, maxMemoryMb } = this.plan.workflow.budget
    return (
      faults !== undefined ||
      checkpointer?.isEachNode === true ||
      maxCpuSecs !== undefined ||
      maxMemoryMb !== undefined
    )
  }

  async #saved(node: PlanNode): Promise<RunResult> {
    this.node = node
    await this.#save(node, null)
    this.meter.add('nodeExecutions', 1)
    return this.#attempt(node, 1)
  }

  #savesAround(node: PlanNode): boolean {
    return this.depth === 0 && this.shared.checkpointer?.isEachNode === true && node.effects !== 'none'
  }

  #exceededLimit(): NodeError | undefined {
    const { maxCpuSecs = Infinity, maxMemoryMb = Infinity } = this.plan.workflow.budget
    if (maxCpuSecs === Infinity && maxMemoryMb === Infinity) return undefined
    const { cpuSecs, memoryMb } = this.world.usage()
    if (cpuSecs > maxCpuSecs)
      return new NodeError(
        'budget',
        `max_cpu_secs: the process has used ${cpuSecs.toFixed(1)} of ${maxCpuSecs}`,
      )
    if (memoryMb > maxMemoryMb)
      return new NodeError(
        'budget',
        `max_memory_mb: the process uses ${memoryMb.toFixed(0)} of ${maxMemoryMb}`,
      )
    return undefined
  }

  #attempt(node: PlanNode, attempt: number): RunResult | Promise<RunResult> {
    this.node = node
    let result: NodeResult | Promise<NodeResult>
    try {
      result = this.#withFault(node, attempt)
    } catch (error) {
      return this.#onError(node, error, attempt)
    }
    if (result instanceof Promise) return this.#wait(node, result, attempt)
    return this.#settle(node, result, attempt) ?? this.#goOn(node)
  }

  #withFault(node: PlanNode, attempt: number): NodeResult | Promise<NodeResult> {
    const { faults } = this.shared
    const run = () => node.definition.run(node.fields, this)
    if (faults === undefined) return run()
    this.#visits ??= new Map()
    const visit = this.#visits.get(node.id) ?? 0
    if (attempt === 1) this.#visits.set(node.id, visit + 1)
    const fault = faults({
      nodeId: node.id,
      type: node.definition.name,
      address: this.address,
      attempt,
      visit: attempt === 1 ? visit : visit - 1,
    })
    switch (fault?.kind) {
      case undefined:
        return run()
      case 'error':
        throw fault.class === undefined
          ? toolError(node.definition.name, fault.message)
          : new NodeError(fault.class, fault.message)
      case 'hang':
        return new Promise(() => undefined)
      case 'delay':
        return this.world.sleep(fault.ms, this.signal()).then(run)
      case 'replace':
        return {
          kind: 'continue',
          output: fault.output,
          ...(fault.branch !== undefined && { branch: fault.branch }),
        }
    }
  }

  async #wait(node: PlanNode, pending: Promise<NodeResult>, attempt: number): Promise<RunResult> {
    let result: NodeResult | typeof OVER
    try {
      result = await this.#orOver(pending)
    } catch (error) {
      return this.#onError(node, error, attempt)
    }
    if (result === OVER) return this.#interrupted(node, attempt)
    const ended = this.#settle(node, result, attempt)
    return ended ?? this.#goOn(node)
  }

  #goOn(node: PlanNode): RunResult | Promise<RunResult> {
    if (!this.#savesAround(node)) return this.#advance()
    return this.#save(null, this.plan.nodes[this.#current]!.id).then(() => this.#advance())
  }

  /** Whoever does not come back in time is not waited for. */
  #orOver<T>(pending: Promise<T>): Promise<T | typeof OVER> {
    const signal = this.signal()
    return new Promise((resolve, reject) => {
      const over = (): void => resolve(OVER)
      if (signal.aborted) over()
      signal.addEventListener('abort', over, { once: true })
      pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', over))
    })
  }

  #interrupted(node: PlanNode, attempt: number): RunResult | Promise<RunResult> {
    if (this.shared.clock.isCancelled)
      return this.#errored(node, new NodeError('cancelled', 'the run was cancelled'), attempt)
    this.#note(node, 'timeout', null, null, attempt, 'interrupted when time was over')
    return this.#timedOut(node.id)
  }

  #timedOut(lastNode: string | null): RunResult | Promise<RunResult> {
    return this.#end({ status: 'timed_out', reason: `the run's time is over` }, lastNode)
  }

  /** Takes the result in and moves on; gives the end where it is one. */
  #settle(node: PlanNode, result: NodeResult, attempts: number): RunResult | Promise<RunResult> | undefined {
    if (result.kind === 'continue') {
      const { output, branch } = result
      this.outputs[node.index] = output
      this.#note(node, 'continue', branch ?? null, output, attempts)
      let next: number
      try {
        next =
          branch === undefined && node.next >= 0
            ? node.next
            : chooseEdge(this.plan, node, branch, this.#turns)
      } catch (error) {
        return this.#end({ status: 'errored', error: asError(error, node.definition.name) }, node.id)
      }
      if (next === DEAD_END) return this.#deadEnd(node, output, branch)
      this.#current = next
      return undefined
    }
    return this.#conclude(node, result, attempts)
  }

  #deadEnd(node: PlanNode, output: JsonValue, branch: string | undefined): RunResult | Promise<RunResult> {
    const deadEnd = {
      node: node.id,
      branch: branch ?? null,
      isUnrouted: node.edges.length > 0 || branch !== undefined,
      isFailure: branch !== undefined && branch === node.definition.failureBranch,
    }
    return this.#end({ status: 'completed', finalValue: output, deadEnd }, node.id)
  }

  #conclude(
    node: PlanNode,
    result: Exclude<NodeResult, { kind: 'continue' }>,
    attempts: number,
  ): RunResult | Promise<RunResult> {
    if (result.kind === 'pause') return this.#pause(node, result.reason, attempts)
    this.#note(node, result.kind, null, null, attempts)
    return result.kind === 'fail'
      ? this.#end({ status: 'failed', reason: result.reason }, node.id)
      : this.#end({ status: 'completed' }, node.id)
  }

  #pause(node: PlanNode, reason: string | undefined, attempts: number): RunResult | Promise<RunResult> {
    // a pause is not work done
    this.meter.add('nodeExecutions', -1)
    if (this.depth > 0)
      return this.#errored(
        node,
        workflowError(
          this.workflowName,
          `\`${node.id}\` pauses inside a sub-workflow, which cannot be resumed`,
        ),
        attempts,
      )
    if (this.shared.checkpointer === undefined)
      return this.#errored(
        node,
        workflowError(this.workflowName, `\`${node.id}\` pauses, and no state directory is configured`),
        attempts,
      )
    this.#note(node, 'pause', null, null, attempts)
    const next = chooseEdge(this.plan, node, undefined, this.#turns)
    const resumeNode = next === DEAD_END ? null : this.plan.nodes[next]!.id
    return this.#save(null, resumeNode, { node: node.id, reason }).then(() =>
      this.#end({ status: 'paused', ...(reason !== undefined && { reason }) }, node.id),
    )
  }

  #onError(node: PlanNode, error: unknown, attempt: number): RunResult | Promise<RunResult> {
    if (this.shared.clock.isCancelled)
      return this.#errored(node, new NodeError('cancelled', 'the run was cancelled'), attempt)
    const failure = error instanceof NodeError ? error : toolError(node.definition.name, reasonOf(error))
    // what was cut off by the clock is a timeout, whatever words it came back with
    if (
      this.world.nowMs() >= this.shared.clock.atMs &&
      failure.errorClass !== 'policy' &&
      failure.errorClass !== 'contract'
    )
      return this.#interrupted(node, attempt)
    const { retry } = node
    const again =
      retry !== undefined &&
      attempt < retry.maxAttempts &&
      !failure.isFinal &&
      (retry.on === 'any' || failure.isTransient)
    return again ? this.#tryAgain(node, attempt) : this.#errored(node, failure, attempt)
  }

  async #tryAgain(node: PlanNode, attempt: number): Promise<RunResult> {
    const { backoffMs, jitter } = node.retry!
    const factor = jitter > 0 ? 1 + jitter * (2 * this.random(`retry:${attempt}`)() - 1) : 1
    const waitMs = backoffMs * attempt * factor
    if (this.world.nowMs() + waitMs >= this.shared.clock.atMs) return this.#interrupted(node, attempt)
    this.meter.add('retries', 1)
    const waited = await this.#orOver(this.world.sleep(waitMs, this.signal()))
    return waited === OVER ? this.#interrupted(node, attempt) : this.#attempt(node, attempt + 1)
  }

  #errored(node: PlanNode, failure: NodeError, attempts: number): RunResult | Promise<RunResult> {
    this.meter.add('nodeFailures', 1)
    this.#note(node, 'error', null, null, attempts, failure.message)
    return this.#end({ status: 'errored', error: asError(failure, node.definition.name) }, node.id)
  }

  #note(
    node: PlanNode,
    outcome: TraceEntry['outcome'],
    branch: string | null,
    output: JsonValue,
    attempts: number,
    error?: string,
  ): void {
    // reading the clock costs more than such a node; every sixteenth step keeps the deadline honest
    const isUntimed = node.isInstant && (this.#steps & 15) !== 0 && outcome === 'continue'
    const nowMs = isUntimed ? this.#tickMs : this.shared.world.nowMs()
    const elapsedMs = nowMs - this.#tickMs
    const noted: TraceEntry = {
      nodeId: node.id,
      type: node.type,
      outcome,
      branch,
      output,
      elapsedMs,
      attempts,
    }
    this.#tickMs = nowMs
    if (this.children.length === 0 && error === undefined) this.trace.push(noted)
    else
      this.trace.push({
        ...noted,
        ...(error !== undefined && { error }),
        ...(this.children.length > 0 && { children: this.#gatherChildren() }),
      })
  }

  /** What children did, in the order of the children and not of their finishing. */
  #gatherChildren(): readonly ChildTrace[] {
    const children = this.children.toSorted((left, right) => left.index - right.index)
    this.children = []
    return children.map(({ run, status }) => {
      this.#keepChecks(run.checks)
      return { workflow: run.workflowName, address: run.prefix, status, trace: [...run.trace] }
    })
  }

  #keepChecks(checks: readonly PolicyCheck[]): void {
    this.checks.push(...checks.slice(0, Math.max(0, MAX_CHECKS - this.checks.length)))
  }

  #end(ending: Ending, lastNode: string | null): RunResult | Promise<RunResult> {
    const { guard, checkpointer } = this.shared
    if (this.depth > 0 || (guard === undefined && checkpointer === undefined))
      return this.#result(ending, lastNode)
    return this.#closing(ending, lastNode)
  }

  /** The contract has the last word about what the run says. */
  async #closing(ending: Ending, lastNode: string | null): Promise<RunResult> {
    const { guard, checkpointer } = this.shared
    let last = ending
    if (guard !== undefined && ending.status !== 'paused') {
      const verdict = await guard.end(ending.finalValue ?? null)
      if (!verdict.allowed && ending.status === 'completed') {
        this.deny({
          tool: 'run',
          family: 'contract',
          operation: 'turn-end',
          resource: this.workflowName,
          allowed: false,
          code: 'contract',
          reason: verdict.reason,
          rule: verdict.clauseId,
        })
        last = {
          status: 'errored',
          error: { class: 'contract', message: `contract breach: ${verdict.reason}` },
        }
      }
    }
    if (last.status === 'completed' || last.status === 'failed') await checkpointer?.discard(this.begun.runId)
    return this.#result(last, lastNode)
  }

  #result(ending: Ending, lastNode: string | null): RunResult {
    const { status, finalValue = null, reason, error, deadEnd } = ending
    const result: { -readonly [K in keyof RunResult]: RunResult[K] } = {
      status,
      workflow: this.plan.workflow.name,
      startNode: this.begun.startNode,
      runId: this.begun.runId,
      lastNode,
      finalValue,
      elapsedMs: this.#tickMs - this.#startedMs,
      cost: this.meter.cost(),
      trace: this.trace,
      policyChecks: this.checks,
      denials: this.checks.length === 0 ? NO_CHECKS : this.checks.filter(({ allowed }) => !allowed),
    }
    if (reason !== undefined) result.reason = reason
    if (error !== undefined) result.error = error
    if (deadEnd !== undefined) result.deadEnd = deadEnd
    if (status === 'completed' && this.reply !== undefined) result.reply = this.reply
    return result
  }

  #save(
    inFlight: PlanNode | null,
    resumeNode: string | null,
    pause?: { node: string; reason: string | undefined },
  ): Promise<void> {
    const outputs: Record<string, JsonValue> = {}
    for (const { id, index } of this.plan.nodes) {
      const output = this.outputs[index]
      if (output !== undefined) outputs[id] = output
    }
    const { startNode, triggerKind, input, runId } = this.begun
    return this.shared.checkpointer!.save({
      run_id: runId,
      workflow: this.workflowName,
      workflow_hash: this.shared.fingerprint,
      start_node: startNode,
      trigger_kind: triggerKind,
      trigger_input: input,
      node_outputs: outputs,
      paused_at: pause?.node ?? null,
      resume_node: inFlight?.id ?? resumeNode,
      reason: pause?.reason ?? null,
      awaiting_approval: pause !== undefined,
      in_flight: inFlight?.id ?? null,
      loop_turns: [...this.#turns],
      steps: this.#steps,
      seed: this.shared.seed,
      cost: this.meter.cost(),
      trace: this.trace,
      policy_checks: this.checks,
      reply: this.reply ?? null,
    })
  }
}

const NO_TURNS = new Uint32Array(0)
const NO_CHECKS: readonly PolicyCheck[] = []

function asError(error: unknown, type: string): NonNullable<RunResult['error']> {
  const failure = error instanceof NodeError ? error : toolError(type, reasonOf(error))
  return { class: failure.errorClass, message: failure.message }
}
