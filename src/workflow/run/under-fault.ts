import type { NodeResult } from '../define-node.ts'
import { NodeError, toolError } from '../node-error.ts'
import type { NodeFault } from './fault.ts'

/** What a node gives when somebody breaks it on purpose: nothing, something else, an error, or its own result later. */
export function underFault(
  fault: NodeFault | undefined,
  type: string,
  run: () => NodeResult | Promise<NodeResult>,
  sleep: (ms: number) => Promise<void>,
): NodeResult | Promise<NodeResult> {
  switch (fault?.kind) {
    case undefined:
      return run()
    case 'error':
      throw fault.class === undefined
        ? toolError(type, fault.message)
        : new NodeError(fault.class, fault.message)
    case 'hang':
      return new Promise(() => undefined)
    case 'delay':
      return sleep(fault.ms).then(run)
    case 'replace':
      return {
        kind: 'continue',
        output: fault.output,
        ...(fault.branch !== undefined && { branch: fault.branch }),
      }
  }
}
