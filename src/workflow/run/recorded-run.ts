import type { JsonValue } from '../../model/index.ts'
import type { PolicyCheck } from '../policy/policy.ts'
import { checkpointOf } from './checkpoint-of.ts'
import type { ChildTrace, RunResult, TraceEntry } from './outcome.ts'
import type { Plan, PlanNode } from './plan.ts'
import { MAX_CHECKS, RunServices, type Place, type RunStart } from './run-services.ts'
import type { Shared } from './shared.ts'

export type Ending = Pick<RunResult, 'status'> &
  Partial<Pick<RunResult, 'finalValue' | 'reason' | 'error' | 'deadEnd'>>

/** What a run keeps of itself: its trace, its checkpoints and how it ended. Where it goes is the walk's business. */
export abstract class RecordedRun extends RunServices {
  /** How often each loop edge was taken. */
  protected readonly turns: Uint32Array
  protected steps = 0
  /** When the last node was noted. */
  protected tickMs: number
  readonly #startedMs: number

  constructor(plan: Plan, shared: Shared, begun: RunStart, place?: Place) {
    super(plan, shared, begun, place)
    this.turns = plan.loops === 0 ? NO_TURNS : new Uint32Array(plan.loops)
    this.#startedMs = shared.world.nowMs()
    this.tickMs = this.#startedMs
  }

  protected note(
    node: PlanNode,
    outcome: TraceEntry['outcome'],
    branch: string | null,
    output: JsonValue,
    attempts: number,
    error?: string,
  ): void {
    // reading the clock costs more than such a node; every sixteenth step keeps the deadline honest
    const isUntimed = node.isInstant && (this.steps & 15) !== 0 && outcome === 'continue'
    const nowMs = isUntimed ? this.tickMs : this.shared.world.nowMs()
    const elapsedMs = nowMs - this.tickMs
    const noted: TraceEntry = {
      nodeId: node.id,
      type: node.type,
      outcome,
      branch,
      output,
      elapsedMs,
      attempts,
    }
    this.tickMs = nowMs
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

  protected end(ending: Ending, lastNode: string | null): RunResult | Promise<RunResult> {
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
      elapsedMs: this.tickMs - this.#startedMs,
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

  protected save(
    inFlight: PlanNode | null,
    resumeNode: string | null,
    pause?: { node: string; reason: string | undefined },
  ): Promise<void> {
    const { begun, plan, shared, outputs, trace, checks, reply } = this
    return shared.checkpointer!.save(
      checkpointOf({
        begun,
        plan,
        outputs,
        trace,
        checks,
        reply,
        pause,
        resumeNode,
        inFlight: inFlight?.id ?? null,
        fingerprint: shared.fingerprint,
        seed: shared.seed,
        loopTurns: this.turns,
        steps: this.steps,
        cost: this.meter.cost(),
      }),
    )
  }
}

const NO_TURNS = new Uint32Array(0)
const NO_CHECKS: readonly PolicyCheck[] = []
