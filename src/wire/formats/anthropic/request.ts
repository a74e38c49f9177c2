import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { readArgs } from '../../call-args.ts'
import { decodedRequest, message } from '../../conversation.ts'
import { countOf, objectOf, objectsOf, parseJson, listOf, wordOf } from '../../loose-json.ts'
import type {
  DecodedRequest,
  HistoryCall,
  HistoryResult,
  Message,
  OfferedTool,
  SessionHints,
} from '../../request.ts'
import type { WireRoute } from '../../route.ts'
import { callRunner, contentText, resultContent } from './blocks.ts'

export function decodeRequest(body: JsonObject, route: WireRoute): DecodedRequest {
  const { userId, conversationId, previousResponseId } = sessionHints(body)
  const choice = objectOf(body['tool_choice'])?.['type']
  return decodedRequest({
    model: wordOf(body['model']) ?? route.model,
    stream: body['stream'] === true || route.stream === true,
    maxOutputTokens: countOf(body['max_tokens']),
    tools: offeredTools(body),
    toolForced: choice === 'any' || choice === 'tool',
    structuredOutput: objectOf(objectOf(body['output_config'])?.['format']) !== undefined,
    usageRequested: true,
    userId,
    conversationId,
    previousResponseId,
    systemField: contentText(body['system']),
    entries: listOf(body['messages']).map(decodeMessage),
  })
}

const CLIENT_TOOL_TYPES = ['custom', 'bash_', 'text_editor_', 'computer_', 'memory_']

/** A tool with a type of its own is run by the provider, except for the few whose work the client does. */
function offeredTools(body: JsonObject): readonly OfferedTool[] {
  const tools = objectsOf(body['tools']).map(decodeTool)
  if (body['mcp_servers'] === undefined) return tools
  const known = new Set(tools.map(({ name }) => name))
  const servers = objectsOf(body['mcp_servers']).map((definition) => ({
    name: serverName(definition),
    hosted: true,
    definition,
  }))
  return [...tools, ...servers.filter(({ name }) => !known.has(name))]
}

export function decodeTool(definition: JsonObject): OfferedTool {
  const type = wordOf(definition['type']) ?? 'custom'
  if (type === 'mcp_toolset') return { name: serverName(definition), hosted: true, definition }
  return {
    name: wordOf(definition['name']) ?? type,
    hosted: !CLIENT_TOOL_TYPES.some((start) => type.startsWith(start)),
    definition,
  }
}

/** A remote server stands for all its tools, whose names are not in the request. */
export function serverName(definition: JsonObject): string {
  return `mcp__${wordOf(definition['mcp_server_name']) ?? wordOf(definition['name']) ?? ''}`
}

const ROLES = new Map<string, Message['role']>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
])

function decodeMessage(value: JsonValue): Message {
  const entry = objectOf(value)
  const content = entry?.['content']
  const role = ROLES.get(wordOf(entry?.['role']) ?? '') ?? 'other'
  if (typeof content === 'string') return message(role, { text: content })
  const blocks = objectsOf(content)
  return message(role, {
    text: contentText(content),
    toolCalls: blocks.filter((block) => callRunner(block) !== undefined).map(decodeCall),
    toolResults: blocks.filter(({ type }) => type === 'tool_result').map(decodeResult),
  })
}

function decodeCall(block: JsonObject): HistoryCall {
  return { callId: wordOf(block['id']) ?? '', tool: wordOf(block['name']) ?? '', ...readArgs(block['input']) }
}

function decodeResult(block: JsonObject): HistoryResult {
  return {
    callId: wordOf(block['tool_use_id']) ?? '',
    tool: '',
    ok: block['is_error'] !== true,
    content: resultContent(block['content']),
  }
}

/** Some clients write the session into the user id, as JSON or behind `_session_`. */
function sessionHints(body: JsonObject): Omit<SessionHints, 'prefixHash'> {
  const thread = objectOf(body['thread'])
  const previousResponseId = wordOf(thread?.['previous_message_id'])
  const userId = wordOf(objectOf(body['metadata'])?.['user_id'])
  if (userId === undefined) return { previousResponseId }
  const written = wordOf(objectOf(parseJson(userId))?.['session_id']) ?? wordOf(userId.split('_session_')[1])
  return { userId, conversationId: written, previousResponseId }
}
