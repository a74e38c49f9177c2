import type { ChaosRun } from '../../../chaos/chaos-run.ts'
import type { CheckedCall } from '../../../contract/define-check.ts'
import { NODES, type FaultHook, type NodeFault, type RunResult } from '../../../workflow/index.ts'

/** Types of nodes that act, with their branch for failures. */
const ACTING: ReadonlyMap<string, string | undefined> = new Map(
  NODES.filter(({ effects }) => ['reads', 'writes', 'network', 'process'].includes(effects)).map(
    ({ name, failureBranch }) => [name, failureBranch],
  ),
)

/** Nodes that act are the tools of a workflow, called by their ids. */
export function faultsOf(chaos: ChaosRun): FaultHook {
  return ({ nodeId, type, address, attempt, visit }) => {
    if (!ACTING.has(type)) return undefined
    const action = chaos.toolCall('tool', { callId: `${address}#${visit}.${attempt}`, tool: nodeId })
    switch (action.kind) {
      case 'run':
        return action.delayMs === 0 ? undefined : { kind: 'delay', ms: action.delayMs }
      case 'time-out':
        return { kind: 'hang' }
      case 'fail':
        return failed(type, action.status, action.message)
      case 'answer':
        return { kind: 'replace', output: action.text }
    }
  }
}

/** A node with a branch for failures takes it, as it would when the real thing answers with an error. */
function failed(type: string, status: number, message: string): NodeFault {
  const branch = ACTING.get(type)
  if (branch === undefined) return { kind: 'error', message: `${status} ${message}` }
  return { kind: 'replace', branch, output: { status, headers: {}, body: message, error: message } }
}

/** What the acting nodes did, as calls of tools. */
export function callsOf({ trace }: RunResult): readonly CheckedCall[] {
  return trace.flatMap(({ nodeId, type, outcome, branch, output }, index) =>
    ACTING.has(type)
      ? [
          {
            callId: `${nodeId}#${index}`,
            tool: nodeId,
            args: { type },
            ok: outcome === 'continue' && (branch === null || branch !== ACTING.get(type)),
            result: output,
          },
        ]
      : [],
  )
}
