import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { NodeCall } from '../node-call.ts'
import { toolError } from '../node-error.ts'
import { callMcpTool } from '../tools/call-mcp-tool.ts'
import { httpRequest } from '../tools/http-request.ts'
import { readEnv } from '../tools/read-env.ts'
import { readFile } from '../tools/read-file.ts'
import { shellRun } from '../tools/shell-run.ts'
import { writeFile } from '../tools/write-file.ts'
import { textOf } from '../value/json-text.ts'

export const LOOP_TOOLS = [
  'read_file',
  'write_file',
  'read_env',
  'http_request',
  'shell_run',
  'call_mcp_tool',
] as const
export type LoopTool = (typeof LOOP_TOOLS)[number]

type Run = (call: NodeCall, args: JsonObject) => Promise<JsonObject>

/** The same operations as the nodes of that name, under the same policy, contract and budget. */
const TOOLS: Readonly<Record<LoopTool, Run>> = {
  read_file: (call, args) => readFile(call, textArg(args, 'read_file', 'path')),
  write_file: (call, args) =>
    writeFile(call, textArg(args, 'write_file', 'path'), () => {
      const content = args['content']
      if (content === undefined) throw toolError('write_file', 'args.content is missing')
      return textOf(content)
    }),
  read_env: (call, args) => readEnv(call, textArg(args, 'read_env', 'key')),
  http_request: (call, args) =>
    httpRequest(call, {
      method: args['method'] === undefined ? 'GET' : textArg(args, 'http_request', 'method'),
      url: textArg(args, 'http_request', 'url'),
      body: args['body'],
      followRedirects: 0,
    }),
  shell_run: (call, args) => shellRun(call, textArg(args, 'shell_run', 'command'), args['args']),
  call_mcp_tool: (call, args) =>
    callMcpTool(
      call,
      textArg(args, 'call_mcp_tool', 'tool'),
      args['args'],
      args['server'] === undefined ? undefined : textArg(args, 'call_mcp_tool', 'server'),
    ),
}

export async function runLoopTool(call: NodeCall, tool: LoopTool, args: JsonObject): Promise<JsonValue> {
  return TOOLS[tool](call, args)
}

function textArg(args: JsonObject, tool: string, name: string): string {
  const value = Object.hasOwn(args, name) ? args[name] : undefined
  if (typeof value !== 'string') throw toolError(tool, `args.${name} must be a string`)
  return value
}
