import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError, reasonOf } from '../node-error.ts'
import { kindOf } from '../value/kinds.ts'
import { plainJson } from '../value/exact-number.ts'

export function callMcpTool(
  call: NodeCall,
  tool: string,
  given: JsonValue | undefined,
  serverName: string | undefined,
): Promise<JsonObject> {
  const server = call.mcpServer(serverName)
  const args = given === undefined || given === null ? {} : given
  if (kindOf(args) !== 'object')
    throw new NodeError('mcp', `args of \`${tool}\` must be an object; got ${kindOf(args)}`)
  return call.guarded(`mcp__${server.name}__${tool}`, plainJson(args) as JsonObject, async (judged) => {
    await call.gate.mcpTool(server, tool)
    if (call.dryRun) return { tool, server: server.name, dry_run: true }
    try {
      const session = await call.mcpSession(server)
      const { content, isError, structured } = await session.callTool(tool, judged, call.signal())
      return {
        tool,
        server: server.name,
        content: content as JsonValue,
        is_error: isError,
        structured: (structured ?? null) as JsonValue,
      }
    } catch (error) {
      throw error instanceof NodeError
        ? error
        : new NodeError('mcp', `tool \`${tool}\` on \`${server.name}\`: ${reasonOf(error)}`)
    }
  })
}
