import type { JsonValue } from '../../model/index.ts'
import type { NodeResult } from '../define-node.ts'
import { NodeError, reasonOf, toolError, workflowError } from '../node-error.ts'
import type { Checkpoint } from '../state/checkpoint.ts'
import { asError } from './as-error.ts'
import { exceededLimit } from './exceeded-limit.ts'
import { OVER, orOver } from './or-over.ts'
import type { RunResult } from './outcome.ts'
import { chooseEdge, DEAD_END, entryOf, type Plan, type PlanNode } from './plan.ts'
import { RecordedRun } from './recorded-run.ts'
import type { Place, RunStart } from './run-services.ts'
import { underFault } from './under-fault.ts'

/** More steps than this are a loop somebody did not mean. */
const MAX_STEPS = 10_000

/**
 * One walk through one workflow, strictly one node after the other. It leaves its loop only for nodes that wait
 * for something, so a walk over nodes that do not is a plain function call.
 */
export class Run extends RecordedRun {
  #current = 0
  #visits: Map<string, number> | undefined

  protected override childRun(plan: Plan, begun: RunStart, place: Place): Run {
    return new Run(plan, this.shared, begun, place)
  }

  /** Walks from the entry of its start to the end. */
  walk(): RunResult | Promise<RunResult> {
    try {
      this.#current = entryOf(this.plan, this.begun.startNode)
    } catch (error) {
      return this.end({ status: 'errored', error: asError(error, 'engine') }, null)
    }
    return this.#advance()
  }

  /** Goes on from a checkpoint as if it had never stopped. */
  resume(checkpoint: Checkpoint, isApproved: boolean): RunResult | Promise<RunResult> {
    for (const [id, output] of Object.entries(checkpoint.node_outputs)) {
      const index = this.plan.indexOf.get(id)
      if (index !== undefined) this.outputs[index] = output
    }
    this.turns.set(checkpoint.loop_turns.slice(0, this.turns.length))
    this.steps = checkpoint.steps
    this.meter.restore(checkpoint.cost)
    this.trace.push(...checkpoint.trace)
    this.checks.push(...checkpoint.policy_checks)
    this.reply = checkpoint.reply ?? undefined
    const paused = checkpoint.paused_at === null ? undefined : this.plan.indexOf.get(checkpoint.paused_at)
    if (checkpoint.awaiting_approval && !isApproved && paused !== undefined)
      return this.#rejected(this.plan.nodes[paused]!)
    if (checkpoint.resume_node === null) return this.end({ status: 'completed' }, checkpoint.paused_at)
    const next = this.plan.indexOf.get(checkpoint.resume_node)
    if (next === undefined)
      return this.end(
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
    const next = chooseEdge(this.plan, node, 'rejected', this.turns)
    if (next === DEAD_END) return this.end({ status: 'failed', reason: 'the approval was refused' }, node.id)
    this.#current = next
    return this.#advance()
  }

  #advance(): RunResult | Promise<RunResult> {
    const { nodes } = this.plan
    const { atMs } = this.shared.clock
    const isWatched = this.#isWatched()
    for (;;) {
      const node = nodes[this.#current]!
      this.steps += 1
      if (this.tickMs >= atMs) return this.#timedOut(this.trace.at(-1)?.nodeId ?? null)
      if (this.steps > MAX_STEPS)
        return this.#errored(
          node,
          workflowError(this.workflowName, `safety cap hit: more than ${MAX_STEPS} steps`),
          1,
        )
      if (isWatched) {
        const exceeded = exceededLimit(this.plan.workflow.budget, this.world)
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
    await this.save(node, null)
    this.meter.add('nodeExecutions', 1)
    return this.#attempt(node, 1)
  }

  #savesAround(node: PlanNode): boolean {
    return this.depth === 0 && this.shared.checkpointer?.isEachNode === true && node.effects !== 'none'
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
    const visits = this.#visits.get(node.id) ?? 0
    const visit = attempt === 1 ? visits : visits - 1
    if (attempt === 1) this.#visits.set(node.id, visits + 1)
    const { name: type } = node.definition
    const fault = faults({ nodeId: node.id, type, address: this.address, attempt, visit })
    return underFault(fault, type, run, (ms) => this.world.sleep(ms, this.signal()))
  }

  async #wait(node: PlanNode, pending: Promise<NodeResult>, attempt: number): Promise<RunResult> {
    let result: NodeResult | typeof OVER
    try {
      result = await orOver(pending, this.signal())
    } catch (error) {
      return this.#onError(node, error, attempt)
    }
    if (result === OVER) return this.#interrupted(node, attempt)
    const ended = this.#settle(node, result, attempt)
    return ended ?? this.#goOn(node)
  }

  #goOn(node: PlanNode): RunResult | Promise<RunResult> {
    if (!this.#savesAround(node)) return this.#advance()
    return this.save(null, this.plan.nodes[this.#current]!.id).then(() => this.#advance())
  }

  #interrupted(node: PlanNode, attempt: number): RunResult | Promise<RunResult> {
    if (this.shared.clock.isCancelled)
      return this.#errored(node, new NodeError('cancelled', 'the run was cancelled'), attempt)
    this.note(node, 'timeout', null, null, attempt, 'interrupted when time was over')
    return this.#timedOut(node.id)
  }

  #timedOut(lastNode: string | null): RunResult | Promise<RunResult> {
    return this.end({ status: 'timed_out', reason: `the run's time is over` }, lastNode)
  }

  /** Takes the result in and moves on; gives the end where it is one. */
  #settle(node: PlanNode, result: NodeResult, attempts: number): RunResult | Promise<RunResult> | undefined {
    if (result.kind === 'continue') {
      const { output, branch } = result
      this.outputs[node.index] = output
      this.note(node, 'continue', branch ?? null, output, attempts)
      let next: number
      try {
        next =
          branch === undefined && node.next >= 0 ? node.next : chooseEdge(this.plan, node, branch, this.turns)
      } catch (error) {
        return this.end({ status: 'errored', error: asError(error, node.definition.name) }, node.id)
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
    return this.end({ status: 'completed', finalValue: output, deadEnd }, node.id)
  }

  #conclude(
    node: PlanNode,
    result: Exclude<NodeResult, { kind: 'continue' }>,
    attempts: number,
  ): RunResult | Promise<RunResult> {
    if (result.kind === 'pause') return this.#pause(node, result.reason, attempts)
    this.note(node, result.kind, null, null, attempts)
    return result.kind === 'fail'
      ? this.end({ status: 'failed', reason: result.reason }, node.id)
      : this.end({ status: 'completed' }, node.id)
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
    this.note(node, 'pause', null, null, attempts)
    const next = chooseEdge(this.plan, node, undefined, this.turns)
    const resumeNode = next === DEAD_END ? null : this.plan.nodes[next]!.id
    return this.save(null, resumeNode, { node: node.id, reason }).then(() =>
      this.end({ status: 'paused', ...(reason !== undefined && { reason }) }, node.id),
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
    const waited = await orOver(this.world.sleep(waitMs, this.signal()), this.signal())
    return waited === OVER ? this.#interrupted(node, attempt) : this.#attempt(node, attempt + 1)
  }

  #errored(node: PlanNode, failure: NodeError, attempts: number): RunResult | Promise<RunResult> {
    this.meter.add('nodeFailures', 1)
    this.note(node, 'error', null, null, attempts, failure.message)
    return this.end({ status: 'errored', error: asError(failure, node.definition.name) }, node.id)
  }
}
