import type { EdgeSpec, NodeSpec, RetrySpec, Workflow } from '../model.ts'
import type { AnyNode, Effects } from '../define-node.ts'
import { workflowError } from '../node-error.ts'

/** No edge fits: the run ends here. */
export const DEAD_END = -1
/** More than one way, or labels, or loops: ask `chooseEdge`. */
const SEVERAL_WAYS = -2

export interface PlanEdge {
  readonly to: number
  readonly when: string | undefined
  readonly isElse: boolean
  readonly maxIterations: number
  /** The counter of a loop edge; -1 for others. */
  readonly counter: number
}

export interface PlanNode {
  readonly index: number
  readonly id: string
  readonly definition: AnyNode
  readonly fields: Readonly<Record<string, unknown>>
  readonly retry: RetrySpec | undefined
  readonly effects: Effects
  readonly type: string
  readonly isInstant: boolean
  /** Where to go without a label: the common case, known in advance. */
  readonly next: number
  readonly edges: readonly PlanEdge[]
}

/** A workflow made ready to walk: nodes by number, edges with their targets. */
export interface Plan {
  readonly workflow: Workflow
  readonly nodes: readonly PlanNode[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly loops: number
  /** Copied at the start of a run: filling a new list is many times slower. */
  readonly noOutputs: readonly undefined[]
}

export function planOf(workflow: Workflow): Plan {
  const indexOf = new Map(workflow.nodes.map(({ id }, index) => [id, index]))
  const outgoing = grouped(workflow.edges)
  let loops = 0
  const nodes = workflow.nodes.map((node, index) => {
    const edges = (outgoing.get(node.id) ?? []).flatMap((edge) => planEdge(edge, indexOf, () => loops++))
    return planNode(node, index, edges)
  })
  return { workflow, nodes, indexOf, loops, noOutputs: nodes.map(() => undefined) }
}

function grouped(edges: readonly EdgeSpec[]): Map<string, EdgeSpec[]> {
  const groups = new Map<string, EdgeSpec[]>()
  for (const edge of edges) {
    const group = groups.get(edge.from)
    if (group === undefined) groups.set(edge.from, [edge])
    else group.push(edge)
  }
  return groups
}

function planEdge(
  edge: EdgeSpec,
  indexOf: ReadonlyMap<string, number>,
  newCounter: () => number,
): PlanEdge[] {
  const to = indexOf.get(edge.to)
  if (to === undefined) return []
  const { when, isElse, maxIterations } = edge
  return [
    {
      to,
      when,
      isElse,
      maxIterations: maxIterations ?? Infinity,
      counter: maxIterations === undefined ? -1 : newCounter(),
    },
  ]
}

function planNode(
  { id, definition, fields, retry }: NodeSpec,
  index: number,
  edges: readonly PlanEdge[],
): PlanNode {
  const open = edges.filter(({ when, isElse }) => when === undefined && !isElse)
  const isPlain = open.length === 1 && open[0]!.counter < 0
  const next = isPlain ? open[0]!.to : edges.length === 0 ? DEAD_END : SEVERAL_WAYS
  const { effects, name: type, isInstant = false } = definition
  return { index, id, definition, fields, retry, effects, type, isInstant, next, edges }
}

/** The node to go to, counting the turns of loop edges. Throws when two edges fit. */
export function chooseEdge(
  plan: Plan,
  node: PlanNode,
  branch: string | undefined,
  turns: Uint32Array,
): number {
  if (branch === undefined && node.next !== SEVERAL_WAYS) return node.next
  const isOpen = ({ counter, maxIterations }: PlanEdge) => counter < 0 || turns[counter]! < maxIterations
  const labelled = node.edges.filter((edge) => !edge.isElse && edge.when === branch && isOpen(edge))
  const fitting = labelled.length > 0 ? labelled : node.edges.filter((edge) => edge.isElse && isOpen(edge))
  if (fitting.length > 1) {
    const shown = branch === undefined ? 'None' : `Some(${JSON.stringify(branch)})`
    throw workflowError(
      plan.workflow.name,
      `node \`${node.id}\` has ${fitting.length} matching out-edges for branch \`${shown}\`; at most one may match`,
    )
  }
  const [edge] = fitting
  if (edge === undefined) return DEAD_END
  if (edge.counter >= 0) turns[edge.counter]! += 1
  return edge.to
}

/** Where a start begins: its own entry node, or the only node nothing leads to. */
export function entryOf(plan: Plan, startName: string): number {
  const { workflow, nodes, indexOf } = plan
  const start = workflow.startNodes.find(({ name }) => name === startName)
  if (start === undefined) throw workflowError(workflow.name, `unknown start node \`${startName}\``)
  if (start.entryNode !== undefined) {
    const index = indexOf.get(start.entryNode)
    if (index === undefined) throw workflowError(workflow.name, `unknown entry node \`${start.entryNode}\``)
    return index
  }
  const targets = new Set(workflow.edges.map(({ to }) => to))
  const roots = nodes.filter(({ id }) => !targets.has(id))
  if (roots.length !== 1)
    throw workflowError(
      workflow.name,
      `start \`${startName}\` has no entry_node and ${roots.length} nodes have no incoming edge`,
    )
  return roots[0]!.index
}
