import { mermaidOf } from '../../workflow/index.ts'
import { defineCommand } from '../command.ts'
import { onlyFile, openWorkflow } from './workflow-open.ts'

export const workflowGraph = defineCommand({
  name: 'workflow graph',
  summary: 'Draw the graph of a workflow in Mermaid, or list it as JSON.',
  args: '[file]',
  options: [{ flags: '--json', summary: 'print nodes and edges as JSON' }],
  usesPlugins: true,
  examples: [
    {
      line: 'holdfast workflow graph triage.toml > triage.mmd',
      explains: 'a picture for a page that understands Mermaid',
    },
  ],
  async run(args, options, io) {
    const workflow = openWorkflow(onlyFile(args, 'holdfast workflow graph <file>'), io)
    if (workflow === undefined) return 2
    const nodes = workflow.nodes.map(({ id, definition }) => ({
      id,
      type: definition.name,
      effects: definition.effects,
    }))
    const edges = workflow.edges.map(({ at: _at, ...edge }) => edge)
    io.out(
      options['json'] === true
        ? `${JSON.stringify({ name: workflow.name, nodes, edges }, undefined, 2)}\n`
        : mermaidOf(workflow),
    )
    return 0
  },
})
