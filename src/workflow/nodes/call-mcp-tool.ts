import { optional, required, text } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { callMcpTool as callTool } from '../tools/call-mcp-tool.ts'

export const callMcpTool = defineNode({
  name: 'call_mcp_tool',
  summary: 'Calls a tool of an MCP server; a tool that reports an error takes the branch `error`.',
  fields: {
    tool: required(text({ nonEmpty: true }), 'the name of the tool'),
    args_from: optional(contextPath(), 'leads to its arguments'),
    server: optional(text({ nonEmpty: true }), 'the server, where more than one is declared'),
  },
  effects: 'network',
  branches: ['error'],
  failureBranch: 'error',
  output: ['tool', 'server', 'content', 'is_error', 'structured'],
  nullWhenUnresolved: ['args_from'],
  run: async ({ tool, args_from, server }, call) => {
    const output = await callTool(
      call,
      tool,
      args_from === undefined ? undefined : call.resolve(args_from),
      server,
    )
    return goOn(output, output['is_error'] === true ? 'error' : undefined)
  },
})
