import { optional, required, text } from '../../kit/shape/index.ts'
import type { JsonValue } from '../../model/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { NodeError, reasonOf } from '../node-error.ts'
import { contextPath } from '../read/field-shapes.ts'
import { neededText } from '../tools/needed.ts'

export const readMcpResource = defineNode({
  name: 'read_mcp_resource',
  summary: 'Reads a resource of an MCP server.',
  fields: {
    resource_from: required(contextPath(), 'leads to the URI of the resource'),
    server: optional(text({ nonEmpty: true }), 'the server, where more than one is declared'),
  },
  effects: 'reads',
  output: ['uri', 'server', 'contents'],
  run: async ({ resource_from, server: name }, call) => {
    const uri = neededText(call, 'read_mcp_resource', resource_from)
    const server = call.mcpServer(name)
    return goOn(
      await call.guarded('read_mcp_resource', { uri, server: server.name }, async () => {
        await call.gate.mcpResource(server, uri)
        if (call.dryRun) return { uri, server: server.name, dry_run: true }
        try {
          const session = await call.mcpSession(server)
          const contents = (await session.readResource(uri, call.signal())) as JsonValue
          return { uri, server: server.name, contents }
        } catch (error) {
          throw error instanceof NodeError
            ? error
            : new NodeError('mcp', `resource \`${uri}\` on \`${server.name}\`: ${reasonOf(error)}`)
        }
      }),
    )
  },
})
