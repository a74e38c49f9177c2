import { checkChildren, checkCron } from './check-children.ts'
import { checkEdges } from './check-edges.ts'
import { checkGraph } from './check-graph.ts'
import { checkInputs } from './check-inputs.ts'
import { checkNames } from './check-names.ts'
import { checkPolicy } from './check-policy.ts'
import type { Subject } from './subject.ts'

const CHECKS: readonly ((subject: Subject) => void)[] = [
  checkNames,
  checkEdges,
  checkInputs,
  checkChildren,
  checkCron,
  checkPolicy,
  checkGraph,
]

/** Everything that can be known without running; what would certainly go wrong is an error, the rest a warning. */
export function validateWorkflow(subject: Subject): void {
  for (const check of CHECKS) check(subject)
}
