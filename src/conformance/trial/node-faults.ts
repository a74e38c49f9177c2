import type { FaultHook, NodeFault } from '../../workflow/index.ts'
import type { FaultPlan, NodeFaultPlan } from '../model.ts'

export interface NodeFaults {
  readonly hook: FaultHook
  /** The faults that really happened. */
  readonly fired: readonly string[]
  /** Nodes that never ran because something stood in for them. */
  readonly replaced: ReadonlySet<string>
}

/** Breaks the nodes a scenario names; `crash` is called at the moment the process is to be gone. */
export function nodeFaults({ nodes, crashBefore }: FaultPlan, crash: () => void): NodeFaults | undefined {
  if (nodes.length === 0 && crashBefore === undefined) return undefined
  const fired: string[] = []
  const replaced = new Set<string>()
  let hasCrashed = false
  return {
    fired,
    replaced,
    hook({ nodeId, address, visit, attempt }) {
      if (nodeId === crashBefore && address === nodeId && !hasCrashed) {
        hasCrashed = true
        fired.push(`crash before ${address}`)
        crash()
        return { kind: 'hang' }
      }
      const fault = nodes.find(
        ({ node, times = Infinity, attempts = Infinity }) =>
          node === nodeId && visit < times && attempt <= attempts,
      )
      if (fault === undefined) return undefined
      fired.push(`${fault.kind} at ${address}`)
      if (fault.kind === 'replace') replaced.add(nodeId)
      return asNodeFault(fault)
    },
  }
}

function asNodeFault({ kind, message, delayMs, output, branch }: NodeFaultPlan): NodeFault {
  switch (kind) {
    case 'error':
      return { kind, message }
    case 'hang':
      return { kind }
    case 'latency':
      return { kind: 'delay', ms: delayMs }
    case 'replace':
      return { kind, output, ...(branch !== undefined && { branch }) }
  }
}
