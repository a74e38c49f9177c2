import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { decodedRequest, message } from '../../conversation.ts'
import { countOf, indexOf, listOf, objectOf, objectsOf, wordOf } from '../../loose-json.ts'
import type { DecodedRequest, Message, OfferedTool, SessionHints } from '../../request.ts'
import type { WireRoute } from '../../route.ts'
import { decodeCall, decodeFunctionCall, legacyCallId } from './calls.ts'
import { contentText } from './content.ts'

export function decodeRequest(body: JsonObject, route: WireRoute): DecodedRequest {
  const { userId, conversationId } = sessionHints(body)
  const formatType = objectOf(body['response_format'])?.['type']
  return decodedRequest({
    model: wordOf(body['model']) ?? route.model,
    stream: body['stream'] === true,
    maxOutputTokens: maxOutputTokens(body),
    tools: offeredTools(body),
    toolForced: isToolForced(body),
    structuredOutput: formatType === 'json_schema' || formatType === 'json_object',
    usageRequested: objectOf(body['stream_options'])?.['include_usage'] === true,
    userId,
    conversationId,
    systemField: '',
    entries: listOf(body['messages']).map(decodeMessage),
  })
}

/** Every choice may be as long as the limit says. */
function maxOutputTokens(body: JsonObject): number | undefined {
  const limit = countOf(body['max_completion_tokens']) ?? countOf(body['max_tokens'])
  return limit === undefined ? undefined : limit * Math.max(1, indexOf(body['n']) ?? 1)
}

function isToolForced(body: JsonObject): boolean {
  const choice = body['tool_choice']
  const allowed = objectOf(objectOf(choice)?.['allowed_tools'])
  if (allowed !== undefined) return allowed['mode'] === 'required'
  return (
    choice === 'required' || objectOf(choice) !== undefined || objectOf(body['function_call']) !== undefined
  )
}

/** Besides the tools it lists, a request can switch on the provider's own search and plugins. */
function offeredTools(body: JsonObject): readonly OfferedTool[] {
  const search = objectOf(body['web_search_options'])
  return [
    ...objectsOf(body['tools']).map(decodeTool),
    ...objectsOf(body['functions']).map(decodeFunction),
    ...(search === undefined ? [] : [searchTool(search)]),
    ...objectsOf(body['plugins']).map(decodePlugin),
  ]
}

export function decodeTool(definition: JsonObject): OfferedTool {
  const type = wordOf(definition['type']) ?? 'function'
  const own = objectOf(definition[type])
  const isClients = type === 'function' || type === 'custom'
  return { name: wordOf(own?.['name']) ?? wordOf(definition['name']) ?? type, hosted: !isClients, definition }
}

export function decodeFunction(definition: JsonObject): OfferedTool {
  return { name: wordOf(definition['name']) ?? '', hosted: false, definition }
}

export function searchTool(definition: JsonObject): OfferedTool {
  return { name: 'web_search', hosted: true, definition }
}

export function decodePlugin(definition: JsonObject): OfferedTool {
  return { name: wordOf(definition['id']) ?? '', hosted: true, definition }
}

const ROLES = new Map<string, Message['role']>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

function decodeMessage(value: JsonValue): Message {
  const entry = objectOf(value) ?? {}
  const role = ROLES.get(wordOf(entry['role']) ?? '') ?? 'other'
  const text = contentText(entry['content'])
  if (role === 'tool') return message('tool', { toolResults: [decodeResult(entry, text)] })
  const legacy = objectOf(entry['function_call'])
  const calls = [
    ...objectsOf(entry['tool_calls']).map(decodeCall),
    ...(legacy ? [decodeFunctionCall(legacy)] : []),
  ]
  return message(role, { text, toolCalls: calls.map(({ native: _native, ...call }) => call) })
}

/** This format cannot say whether a tool failed. */
function decodeResult(entry: JsonObject, content: string): Message['toolResults'][number] {
  const tool = wordOf(entry['name']) ?? ''
  return { callId: wordOf(entry['tool_call_id']) ?? legacyCallId(tool), tool, ok: true, content }
}

function sessionHints(body: JsonObject): Omit<SessionHints, 'prefixHash'> {
  return {
    conversationId: wordOf(body['session_id']) ?? wordOf(body['prompt_cache_key']),
    userId:
      wordOf(body['safety_identifier']) ??
      wordOf(body['user']) ??
      wordOf(objectOf(body['metadata'])?.['user_id']),
  }
}
