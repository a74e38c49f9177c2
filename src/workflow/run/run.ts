import { randomStream, type Random } from '../../kit/random.ts'
import { schemaValidator } from '../../contract/checks/json-schema-validator.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { Backend, Backends } from '../backends/backend.ts'
import type { NodeResult } from '../define-node.ts'
import type { McpServerSpec, TriggerKind } from '../model.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError, toolError, workflowError } from '../node-error.ts'
import type { PolicyCheck } from '../policy/policy.ts'
import type { Checkpoint } from '../state/checkpoint.ts'
import { stepInto, type ContextPath } from '../value/context-path.ts'
import { plainJson } from '../value/exact-number.ts'
import { kindOf } from '../value/kinds.ts'
import type { McpSession, World } from '../world/world.ts'
import type { ChildOutcome, ChildRequest } from './child.ts'
import { createGate, type Gate } from './gate.ts'
import { Meter } from './meter.ts'
import type { ChildTrace, HttpReply, RunResult, TraceEntry } from './outcome.ts'
import { chooseEdge, DEAD_END, entryOf, type Plan, type PlanNode } from './plan.ts'
import type { PreparedPolicy } from './prepared-policy.ts'
import type { Shared } from './shared.ts'

/** More steps than this are a loop somebody did not mean. */
const MAX_STEPS = 10_000
const MAX_DEPTH = 8
/** The answers of a policy to a run that asks without end are not kept without end. */
const MAX_CHECKS = 10_000
const OVER = Symbol('over')

export interface RunStart {
  readonly startNode: string
  readonly triggerKind: TriggerKind
  readonly input: JsonValue
  readonly runId: string
}

type Ending = Pick<RunResult, 'status'> &
  Partial<Pick<RunResult, 'finalValue' | 'reason' | 'error' | 'deadEnd'>>

/**
 * One walk through one workflow, strictly one node after the other. It leaves its loop only for nodes that wait
 * for something, so a walk over nodes that do not is a plain function call.
 */
export class Run implements NodeCall {
  readonly plan: Plan
  readonly shared: Shared
  readonly begun: RunStart
  readonly meter: Meter
  readonly trace: TraceEntry[] = []
  readonly checks: PolicyCheck[] = []
  readonly #outputs: (JsonValue | undefined)[]
  readonly #turns: Uint32Array
  readonly #parent: Run | undefined
  readonly #prefix: string
  readonly #after: Promise<unknown> | undefined
  readonly #depth: number
  readonly #startedMs: number
  #trigger: JsonValue | undefined
  #node: PlanNode
  #current = 0
  #steps = 0
  #tickMs: number
  #calls = 0
  #reply: HttpReply | undefined
  #gate: Gate | undefined
  #policies: Promise<readonly PreparedPolicy[]> | undefined
  #backends: Backends | undefined
  #children: { readonly index: number; readonly run: Run; status: RunResult['status'] }[] = []
  #visits: Map<string, number> | undefined

  constructor(
    plan: Plan,
    shared: Shared,
    begun: RunStart,
    place?: { parent: Run; prefix: string; after?: Promise<unknown> | undefined },
  ) {
    this.plan = plan
    this.shared = shared
    this.begun = begun
    this.#parent = place?.parent
    this.#prefix = place?.prefix ?? ''
    this.#after = place?.after
    this.#depth = place === undefined ? 0 : place.parent.#depth + 1
    this.meter = new Meter(plan.workflow.budget, place?.parent.meter)
    this.#outputs = Array.from({ length: plan.nodes.length })
    this.#turns = plan.loops === 0 ? NO_TURNS : new Uint32Array(plan.loops)
    this.#node = plan.nodes[0]!
    this.#startedMs = shared.world.nowMs()
    this.#tickMs = this.#startedMs
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
      if (index !== undefined) this.#outputs[index] = output
    }
    this.#turns.set(checkpoint.loop_turns.slice(0, this.#turns.length))
    this.#steps = checkpoint.steps
    this.meter.restore(checkpoint.cost)
    this.trace.push(...checkpoint.trace)
    this.checks.push(...checkpoint.policy_checks)
    this.#reply = checkpoint.reply ?? undefined
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
      this.#node = node
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
    this.#node = node
    await this.#save(node, null)
    this.meter.add('nodeExecutions', 1)
    return this.#attempt(node, 1)
  }

  #savesAround(node: PlanNode): boolean {
    return this.#depth === 0 && this.shared.checkpointer?.isEachNode === true && node.effects !== 'none'
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
    this.#node = node
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
      this.#outputs[node.index] = output
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
    if (this.#depth > 0)
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
    const failure = error instanceof NodeError ? error : toolError(node.definition.name, asReason(error))
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
    if (this.#children.length === 0 && error === undefined) this.trace.push(noted)
    else
      this.trace.push({
        ...noted,
        ...(error !== undefined && { error }),
        ...(this.#children.length > 0 && { children: this.#gatherChildren() }),
      })
  }

  /** What children did, in the order of the children and not of their finishing. */
  #gatherChildren(): readonly ChildTrace[] {
    const children = this.#children.toSorted((left, right) => left.index - right.index)
    this.#children = []
    return children.map(({ run, status }) => {
      this.#keepChecks(run.checks)
      return { workflow: run.workflowName, address: run.#prefix, status, trace: [...run.trace] }
    })
  }

  #keepChecks(checks: readonly PolicyCheck[]): void {
    this.checks.push(...checks.slice(0, Math.max(0, MAX_CHECKS - this.checks.length)))
  }

  #end(ending: Ending, lastNode: string | null): RunResult | Promise<RunResult> {
    const { guard, checkpointer } = this.shared
    if (this.#depth > 0 || (guard === undefined && checkpointer === undefined))
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
        this.#deny({
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
    if (status === 'completed' && this.#reply !== undefined) result.reply = this.#reply
    return result
  }

  #save(
    inFlight: PlanNode | null,
    resumeNode: string | null,
    pause?: { node: string; reason: string | undefined },
  ): Promise<void> {
    const outputs: Record<string, JsonValue> = {}
    for (const { id, index } of this.plan.nodes) {
      const output = this.#outputs[index]
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
      reply: this.#reply ?? null,
    })
  }

  // what nodes see

  get workflowName(): string {
    return this.plan.workflow.name
  }

  get nodeId(): string {
    return this.#node.id
  }

  get address(): string {
    return this.#prefix === '' ? this.#node.id : `${this.#prefix}/${this.#node.id}`
  }

  get input(): JsonValue {
    return this.begun.input
  }

  get dryRun(): boolean {
    return this.shared.dryRun
  }

  get world(): World {
    return this.shared.world
  }

  get gate(): Gate {
    return (this.#gate ??= createGate({
      world: this.world,
      policies: () => this.#allPolicies(),
      record: (check) => (check.allowed ? this.#check(check) : this.#deny(check)),
    }))
  }

  #check(check: Omit<PolicyCheck, 'address' | 'nodeId'>): void {
    if (this.checks.length < MAX_CHECKS)
      this.checks.push({ address: this.address, nodeId: this.nodeId, ...check })
  }

  #deny(check: Omit<PolicyCheck, 'address' | 'nodeId'>): void {
    this.#check(check)
    this.meter.add('policyDenials', 1)
  }

  /** A sub-workflow may do what its own policy and those of its callers all allow. */
  #allPolicies(): Promise<readonly PreparedPolicy[]> {
    this.#policies ??= (async () => {
      const above = this.#parent === undefined ? [] : await this.#parent.#allPolicies()
      const { policy } = this.plan.workflow
      return policy === undefined ? above : [...above, await this.shared.prepared(policy)]
    })()
    return this.#policies
  }

  signal(): AbortSignal {
    return this.shared.clock.signal()
  }

  remainingMs(): number {
    return Math.max(1, this.shared.clock.atMs - this.world.nowMs())
  }

  resolve(path: ContextPath): JsonValue | undefined {
    const index = this.plan.indexOf.get(path.root)
    if (index !== undefined) return stepInto(this.#outputs[index], path.rest)
    if (path.root !== 'trigger') return undefined
    this.#trigger ??= triggerValue(this.begun)
    return stepInto(this.#trigger, path.rest)
  }

  backend(name: string): Backend {
    this.#backends ??= this.#knownBackends()
    const found = Object.hasOwn(this.#backends, name) ? this.#backends[name] : undefined
    if (found !== undefined) return found
    const known = Object.keys(this.#backends).sort().join(', ')
    throw new NodeError(
      'intelligence',
      `backend \`${name}\` is not configured on this runtime; known backends: ${known === '' ? '<none>' : known}`,
    )
  }

  #knownBackends(): Backends {
    const above = this.#parent === undefined ? this.shared.backends : this.#parent.#knownBackends()
    return { ...this.shared.backendsOf(this.plan.workflow), ...above }
  }

  inTurn(): Promise<void> | undefined {
    const above = this.#parent?.inTurn()
    if (this.#after === undefined) return above
    return Promise.all([above, this.#after]).then(() => undefined)
  }

  random(label: string): Random {
    return randomStream(this.shared.seed, `${this.address}:${label}`)
  }

  async guarded<Output extends JsonValue>(
    tool: string,
    args: JsonObject,
    act: (args: JsonObject) => Promise<Output>,
  ): Promise<Output> {
    const { guard } = this.shared
    this.meter.add('toolCalls', 1)
    if (guard === undefined) return act(args)
    // a contract judges a sequence, so the sequence must not depend on which child is faster
    await this.inTurn()
    this.#calls += 1
    const callId = `${this.address}#${this.#calls}`
    const verdict = guard.call(callId, tool, args)
    if (!verdict.allowed) {
      const { reason, clauseId } = verdict
      this.#deny({
        tool,
        family: 'contract',
        operation: 'tool-call',
        resource: tool,
        allowed: false,
        code: 'contract',
        reason,
        rule: clauseId,
      })
      throw new NodeError('contract', `${tool}: ${reason}`)
    }
    try {
      const output = await act(verdict.value)
      guard.result(callId, tool, true, output)
      return output
    } catch (error) {
      guard.result(callId, tool, false, failureContent(error, this.checks))
      throw error
    }
  }

  beforeModel(backend: Backend, text: string, maxTokens: number | undefined): void {
    const { guard } = this.shared
    if (guard === undefined) return
    const [provider = '', ...model] = backend.label.split(':')
    const verdict = guard.request(provider, model.join(':'), Math.ceil(text.length / 4), maxTokens)
    if (!verdict.allowed) this.#refuse('model-request', verdict)
  }

  afterModel(
    text: string,
    usage: { readonly input: number; readonly output: number },
    model?: string,
  ): string {
    const { guard } = this.shared
    if (guard === undefined) return text
    const verdict = guard.response(text, usage, model)
    return verdict.allowed ? verdict.value : this.#refuse('model-response', verdict)
  }

  #refuse(
    operation: string,
    { reason, clauseId }: { readonly reason: string; readonly clauseId: string },
  ): never {
    this.#deny({
      tool: this.#node.definition.name,
      family: 'contract',
      operation,
      resource: this.nodeId,
      allowed: false,
      code: 'contract',
      reason,
      rule: clauseId,
    })
    throw new NodeError('contract', `${operation}: ${reason}`)
  }

  async runChild({ path, input, start, index = 0, after }: ChildRequest): Promise<ChildOutcome> {
    if (this.#depth >= MAX_DEPTH) throw workflowError(this.workflowName, `call depth exceeded ${MAX_DEPTH}`)
    const workflow = this.plan.workflow.children.get(path)
    if (workflow === undefined)
      throw workflowError(this.workflowName, `sub-workflow \`${path}\` is not loaded`)
    const startNode =
      start ??
      workflow.startNodes.find(({ source }) => source === 'manual')?.name ??
      workflow.startNodes[0]?.name ??
      ''
    const prefix = `${this.address}[${index}]`
    const run = new Run(
      this.shared.planOf(workflow),
      this.shared,
      { startNode, triggerKind: 'manual', input, runId: this.begun.runId },
      { parent: this, prefix, after },
    )
    const entry: { index: number; run: Run; status: RunResult['status'] } = {
      index,
      run,
      status: 'timed_out',
    }
    this.#children.push(entry)
    const result = await run.walk()
    entry.status = result.status
    const { status, finalValue, reason, error } = result
    return {
      status,
      value: finalValue,
      reason: error?.message ?? reason ?? '',
      ...(error !== undefined && { errorClass: error.class }),
    }
  }

  schema(path: string): ((value: JsonValue) => string | undefined) | undefined {
    const schema = this.plan.workflow.schemas.get(path)
    if (schema === undefined || schema === null) return undefined
    const validate = schemaValidator(schema)
    return (value) => {
      const mismatch = validate(plainJson(value))
      return mismatch === undefined
        ? undefined
        : `${mismatch.at === '' ? '' : `${mismatch.at}: `}${mismatch.problem}`
    }
  }

  mcpServer(name: string | undefined): McpServerSpec {
    const servers = this.#mcpServers()
    const found =
      name === undefined
        ? servers.length === 1
          ? servers[0]
          : undefined
        : servers.find((server) => server.name === name)
    if (found !== undefined) return found
    throw new NodeError(
      'mcp',
      name === undefined
        ? `${servers.length} servers are declared; name one`
        : `no server \`${name}\` is declared`,
    )
  }

  #mcpServers(): readonly McpServerSpec[] {
    const own = this.plan.workflow.mcpServers
    return own.length > 0 || this.#parent === undefined ? own : this.#parent.#mcpServers()
  }

  mcpSession({ name, command }: McpServerSpec): Promise<McpSession> {
    return this.shared.mcp.get(`${name}\0${command.join('\0')}`, () =>
      this.world.mcp.connect(name, command, this.signal()),
    )
  }

  respond(reply: HttpReply): void {
    this.#reply = reply
  }
}

const NO_TURNS = new Uint32Array(0)
const NO_CHECKS: readonly PolicyCheck[] = []

/** The payload's fields and how it came; a payload that is no object is found under `input`. */
function triggerValue({ triggerKind, input }: RunStart): JsonValue {
  const isObject = kindOf(input) === 'object'
  return isObject ? { kind: triggerKind, ...(input as JsonObject) } : { kind: triggerKind, input }
}

function asReason(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0]!
}

function asError(error: unknown, type: string): NonNullable<RunResult['error']> {
  const failure = error instanceof NodeError ? error : toolError(type, asReason(error))
  return { class: failure.errorClass, message: failure.message }
}

/** Whoever reads the records later sees what was denied and by which rule, not only a sentence. */
function failureContent(error: unknown, checks: readonly PolicyCheck[]): JsonObject {
  const denied =
    error instanceof NodeError && error.errorClass === 'policy'
      ? checks.findLast(({ allowed }) => !allowed)
      : undefined
  return { error: asReason(error), ...(denied !== undefined && { denied: denied as unknown as JsonObject }) }
}
