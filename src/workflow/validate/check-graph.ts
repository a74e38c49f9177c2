import { didYouMean } from '../../kit/nearest-name.ts'
import type { EdgeSpec } from '../model.ts'
import { nodesById, offsetIn, tableAt, type Subject } from './subject.ts'

/** The graph as a whole: cycles nobody bounds, nodes nobody reaches, starts that do not know where to begin. */
export function checkGraph(subject: Subject): void {
  const { workflow, isComplete } = subject
  const ids = nodesById(workflow)
  const isWhole =
    isComplete &&
    ids.size === workflow.nodes.length &&
    workflow.edges.every(({ from, to }) => ids.has(from) && ids.has(to))
  if (!isWhole) return
  const outgoing = new Map<string, EdgeSpec[]>()
  for (const edge of workflow.edges) {
    const edges = outgoing.get(edge.from)
    if (edges === undefined) outgoing.set(edge.from, [edge])
    else edges.push(edge)
  }
  checkCycles(subject, outgoing)
  checkReach(subject, outgoing)
}

function checkCycles(
  { workflow, report }: Subject,
  outgoing: ReadonlyMap<string, readonly EdgeSpec[]>,
): void {
  const state = new Map<string, 'open' | 'done'>()
  for (const { id: start } of workflow.nodes) {
    if (state.has(start)) continue
    const stack: { id: string; next: number }[] = [{ id: start, next: 0 }]
    state.set(start, 'open')
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const edge = (outgoing.get(top.id) ?? []).filter(({ maxIterations }) => maxIterations === undefined)[
        top.next
      ]
      top.next += 1
      if (edge === undefined) {
        state.set(top.id, 'done')
        stack.pop()
      } else if (state.get(edge.to) === 'open') {
        const ring = stack.slice(stack.findIndex(({ id }) => id === edge.to)).map(({ id }) => id)
        report({
          code: 'cycle',
          path: 'edges',
          offset: edge.at.start,
          message: `this edge closes a circle that nothing bounds: ${[...ring, edge.to].join(' → ')}`,
          hint: 'add max_iterations to it',
        })
      } else if (!state.has(edge.to)) {
        state.set(edge.to, 'open')
        stack.push({ id: edge.to, next: 0 })
      }
    }
  }
}

function checkReach(
  { workflow, root, report }: Subject,
  outgoing: ReadonlyMap<string, readonly EdgeSpec[]>,
): void {
  const ids = workflow.nodes.map(({ id }) => id)
  const targets = new Set(workflow.edges.map(({ to }) => to))
  const roots = ids.filter((id) => !targets.has(id))
  const entries: string[] = []
  let isKnown = workflow.startNodes.length > 0
  workflow.startNodes.forEach(({ name, entryNode }, index) => {
    const entry = entryNode ?? (roots.length === 1 ? roots[0] : undefined)
    if (entry === undefined)
      report({
        code: 'ambiguous-start',
        path: 'start_nodes',
        offset: tableAt(root, 'start_nodes', index)!.start,
        message: `start \`${name}\` has no entry_node, and ${roots.length} nodes have no edge leading to them`,
        hint:
          roots.length === 0
            ? 'add entry_node'
            : `add entry_node, ${didYouMean(name, roots) ?? `such as "${roots[0]}"`}`,
      })
    if (entry === undefined || !ids.includes(entry)) isKnown = false
    else entries.push(entry)
  })
  if (!isKnown) return
  const reached = new Set(entries)
  for (const id of reached) for (const { to } of outgoing.get(id) ?? []) reached.add(to)
  for (const { id, at } of workflow.nodes)
    if (!reached.has(id))
      report({
        code: 'unreachable-node',
        path: 'nodes',
        offset: offsetIn(at, 'id'),
        message: `no start leads to \`${id}\``,
        hint: 'add an edge to it, or remove it',
      })
}
