import type { Workflow } from './model.ts'

/** The graph in Mermaid's words; loops say their bound, starts and ends look different. */
export function mermaidOf(workflow: Workflow): string {
  const names = new Map(workflow.nodes.map(({ id }, index) => [id, `n${index}`]))
  const nodes = workflow.nodes.map(({ id, definition }) => {
    const [open, close] =
      definition.endsRun === true
        ? ['([', '])']
        : definition.alwaysBranches === true
          ? ['{', '}']
          : ['[', ']']
    return `  ${names.get(id)}${open}"${escaped(id)}<br/>${definition.name}"${close}`
  })
  const edges = workflow.edges.map(({ from, to, when, isElse, maxIterations }) => {
    const label = [
      isElse ? 'else' : when,
      maxIterations === undefined ? undefined : `at most ${maxIterations}×`,
    ].filter((part) => part !== undefined)
    return `  ${names.get(from)} -->${label.length === 0 ? '' : `|"${escaped(label.join(', '))}"|`} ${names.get(to)}`
  })
  const starts = workflow.startNodes.flatMap(({ name, entryNode }, index) =>
    entryNode === undefined ? [] : [`  s${index}(("${escaped(name)}")) --> ${names.get(entryNode)}`],
  )
  return ['flowchart TD', ...starts, ...nodes, ...edges, ''].join('\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', ' ')
}
