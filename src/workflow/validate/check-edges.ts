import { didYouMean } from '../../kit/nearest-name.ts'
import type { EdgeSpec, NodeSpec } from '../model.ts'
import { isContextPath } from '../read/field-shapes.ts'
import { nodesById, offsetIn, type Subject } from './subject.ts'

/** Edges that lead nowhere, can never be taken, or leave a branch without a way. */
export function checkEdges(subject: Subject): void {
  const nodes = nodesById(subject.workflow)
  const ids = [...nodes.keys()]
  for (const edge of subject.workflow.edges) {
    if (subject.isComplete)
      for (const end of ['from', 'to'] as const)
        if (!nodes.has(edge[end]))
          subject.report({
            code: 'dangling-edge',
            path: 'edges',
            offset: offsetIn(edge.at, end),
            message: `\`${edge[end]}\` is no node`,
            hint: didYouMean(edge[end], ids),
          })
    const source = nodes.get(edge.from)
    if (source !== undefined) checkDead(subject, edge, source)
  }
  const outgoing = new Map<string, EdgeSpec[]>()
  for (const edge of subject.workflow.edges)
    outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge])
  for (const node of nodes.values()) {
    checkAmbiguous(subject, node, outgoing.get(node.id) ?? [])
    checkUnrouted(subject, node, outgoing.get(node.id) ?? [])
  }
}

function checkDead(
  { report }: Subject,
  { when, isElse, maxIterations, at }: EdgeSpec,
  { id, definition }: NodeSpec,
): void {
  const dead = (message: string, hint: string, key: string) =>
    report({ level: 'warning', code: 'dead-edge', path: 'edges', offset: offsetIn(at, key), message, hint })
  const { branches = [], name, endsRun, alwaysBranches } = definition
  if (endsRun === true)
    return dead(`\`${id}\` ends the run, so nothing follows it`, 'remove the edge', 'from')
  if (maxIterations === 0)
    dead('an edge with max_iterations = 0 is never taken', 'raise it, or remove the edge', 'max_iterations')
  if (when !== undefined && branches !== 'any' && !branches.includes(when)) {
    const emits =
      branches.length === 0
        ? `a ${name} node has no branches: an error ends the run`
        : `a ${name} node only has ${branches.map((label) => `"${label}"`).join(' and ')}`
    return dead(
      `\`${id}\` never takes the branch "${when}"; ${emits}`,
      didYouMean(when, branches) ?? 'remove `when`, or the edge',
      'when',
    )
  }
  if (when === undefined && !isElse && alwaysBranches === true)
    dead(
      `\`${id}\` always takes a branch, so an edge without \`when\` is never taken`,
      'add when = "…", or else = true',
      'from',
    )
}

function checkAmbiguous({ report }: Subject, { id }: NodeSpec, edges: readonly EdgeSpec[]): void {
  const seen = new Map<string, EdgeSpec>()
  for (const edge of edges) {
    const key = edge.isElse ? 'else' : edge.when === undefined ? 'no' : `when ${edge.when}`
    const first = seen.get(key)
    seen.set(key, first ?? edge)
    if (first === undefined) continue
    const label = edge.isElse ? 'else' : edge.when === undefined ? 'no label' : `the label "${edge.when}"`
    report({
      code: first.to === edge.to ? 'duplicate-edge' : 'ambiguous-edges',
      path: 'edges',
      offset: edge.at.start,
      message: `two edges leave \`${id}\` for ${label}, and a run cannot take both`,
      hint:
        first.to === edge.to
          ? 'remove one of them'
          : 'to do two things at once use `parallel`; otherwise remove one',
    })
  }
}

function checkUnrouted(subject: Subject, node: NodeSpec, edges: readonly EdgeSpec[]): void {
  const { definition, id, at } = node
  if (edges.some(({ isElse }) => isElse)) return
  const labels = new Set(edges.flatMap(({ when }) => (when === undefined ? [] : [when])))
  const isComplaint = (label: string) =>
    label === definition.failureBranch || definition.alwaysBranches === true
  const expected =
    definition.branches === 'any'
      ? possibleValues(subject, node)
      : (definition.branches ?? []).filter(isComplaint)
  // a switch or condition nothing follows is the end of the graph, and meant to be
  if (definition.alwaysBranches === true && edges.length === 0) return
  for (const label of expected)
    if (!labels.has(label))
      subject.report({
        level: 'warning',
        code: 'unrouted-branch',
        path: 'nodes',
        offset: offsetIn(at, 'id'),
        message: `no edge leaves \`${id}\` for the branch "${label}": the run would end there as completed`,
        hint: `add an edge with when = "${label}", or one with else = true`,
      })
}

/** The answers a schema allows, where a switch looks at an answer that has one. */
function possibleValues({ workflow }: Subject, { fields }: NodeSpec): readonly string[] {
  const { expr } = fields
  if (!isContextPath(expr) || expr.rest[0] !== 'parsed') return []
  const source = workflow.nodes.find(({ id }) => id === expr.root)
  const path = source?.definition.schema?.(source.fields)
  let schema: unknown = path === undefined ? undefined : workflow.schemas.get(path)
  for (const key of expr.rest.slice(1))
    schema = (schema as { properties?: Readonly<Record<string, unknown>> } | undefined)?.properties?.[key]
  const values = (schema as { enum?: unknown } | undefined)?.enum
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}
