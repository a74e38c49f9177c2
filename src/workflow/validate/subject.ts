import { entryOf, type Located, type LocatedMap, type RawProblem } from '../../kit/source/index.ts'
import type { NodeSpec, Workflow } from '../model.ts'
import type { LocatedTrigger } from '../read/read-nodes.ts'

/** What the checks look at. */
export interface Subject {
  readonly workflow: Workflow
  readonly root: Located
  readonly triggers: readonly LocatedTrigger[]
  /** Every node and edge could be read, so that something missing is really missing. */
  readonly isComplete: boolean
  readonly knownBackends: readonly string[]
  readonly report: (problem: RawProblem) => void
}

/** The place of a key's value in a table, or of the table. */
export function offsetIn(at: LocatedMap, key: string): number {
  return entryOf(at, key)?.value.start ?? at.start
}

/** The n-th table of a list such as `[[http_routes]]`. */
export function tableAt(root: Located, key: string, index: number): LocatedMap | undefined {
  const list = entryOf(root, key)?.value
  const table = list?.kind === 'list' ? list.items[index] : undefined
  return table?.kind === 'map' ? table : undefined
}

export function nodesById(workflow: Workflow): ReadonlyMap<string, NodeSpec> {
  return new Map(workflow.nodes.map((node) => [node.id, node]))
}
