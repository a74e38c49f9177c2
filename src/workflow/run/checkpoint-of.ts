import type { JsonValue } from '../../model/index.ts'
import type { PolicyCheck } from '../policy/policy.ts'
import type { Checkpoint } from '../state/checkpoint.ts'
import type { Cost } from './meter.ts'
import type { HttpReply, TraceEntry } from './outcome.ts'
import type { Plan } from './plan.ts'
import type { RunStart } from './run-services.ts'

interface AtRest {
  readonly begun: RunStart
  readonly plan: Plan
  readonly outputs: readonly (JsonValue | undefined)[]
  readonly trace: readonly TraceEntry[]
  readonly checks: readonly PolicyCheck[]
  readonly reply: HttpReply | undefined
  readonly pause: { readonly node: string; readonly reason: string | undefined } | undefined
  readonly resumeNode: string | null
  readonly inFlight: string | null
  readonly fingerprint: string
  readonly seed: string
  readonly loopTurns: Uint32Array
  readonly steps: number
  readonly cost: Cost
}

/** A run as it is written down, so that another process can go on with it. */
export function checkpointOf(run: AtRest): Checkpoint {
  const { begun, plan, pause, inFlight } = run
  const outputs: Record<string, JsonValue> = {}
  for (const { id, index } of plan.nodes) {
    const output = run.outputs[index]
    if (output !== undefined) outputs[id] = output
  }
  return {
    run_id: begun.runId,
    workflow: plan.workflow.name,
    workflow_hash: run.fingerprint,
    start_node: begun.startNode,
    trigger_kind: begun.triggerKind,
    trigger_input: begun.input,
    node_outputs: outputs,
    paused_at: pause?.node ?? null,
    resume_node: inFlight ?? run.resumeNode,
    reason: pause?.reason ?? null,
    awaiting_approval: pause !== undefined,
    in_flight: inFlight,
    loop_turns: [...run.loopTurns],
    steps: run.steps,
    seed: run.seed,
    cost: run.cost,
    trace: run.trace,
    policy_checks: run.checks,
    reply: run.reply ?? null,
  }
}
