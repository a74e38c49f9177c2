import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { decodedRequest, joinTexts, message } from '../../conversation.ts'
import {
  countOf,
  isList,
  listOf,
  objectOf,
  objectsOf,
  textOf,
  typeOf,
  wordOf,
  type Loose,
} from '../../loose-json.ts'
import type { DecodedRequest, HistoryResult, Message, OfferedTool, SessionHints } from '../../request.ts'
import { callRunner, decodeCall } from './items.ts'

export function decodeRequest(body: JsonObject): DecodedRequest {
  const { input } = body
  const entries =
    typeof input === 'string' ? [message('user', { text: input })] : listOf(input).map(decodeItem)
  const { conversationId, previousResponseId, userId } = sessionHints(body)
  const formatType = objectOf(objectOf(body['text'])?.['format'])?.['type']
  return decodedRequest({
    model: wordOf(body['model']),
    stream: body['stream'] === true,
    maxOutputTokens: countOf(body['max_output_tokens']),
    tools: objectsOf(body['tools']).flatMap(offeredTools),
    toolForced: isToolForced(body['tool_choice']),
    structuredOutput: formatType === 'json_schema' || formatType === 'json_object',
    usageRequested: true,
    conversationId,
    previousResponseId,
    userId,
    systemField: textOf(body['instructions']) ?? '',
    entries,
  })
}

function isToolForced(choice: Loose): boolean {
  const named = objectOf(choice)
  return named === undefined
    ? choice === 'required'
    : named['type'] !== 'allowed_tools' || named['mode'] === 'required'
}

const CLIENT_TOOLS = new Set([
  'function',
  'custom',
  'local_shell',
  'shell',
  'apply_patch',
  'computer',
  'computer_use_preview',
])

/** A namespace stands for the tools in it; a remote server for tools whose names are not in the request. */
function offeredTools(definition: JsonObject): readonly OfferedTool[] {
  const nested = definition['tools']
  if (definition['type'] === 'namespace' && isList(nested)) return objectsOf(nested).flatMap(offeredTools)
  return [decodeTool(definition)]
}

export function decodeTool(definition: JsonObject): OfferedTool {
  const type = typeOf(definition)
  const server = wordOf(definition['server_label'])
  const name = server === undefined ? (wordOf(definition['name']) ?? type) : `mcp__${server}`
  return { name, hosted: !CLIENT_TOOLS.has(type), definition }
}

const ROLES = new Map<string, Message['role']>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

function decodeItem(value: JsonValue): Message {
  const item = objectOf(value) ?? {}
  const type = typeOf(item)
  if (type === 'message' || type === '')
    return message(ROLES.get(wordOf(item['role']) ?? '') ?? 'other', { text: contentText(item['content']) })
  if (callRunner(item) !== undefined) {
    const { native: _native, ...call } = decodeCall(item)
    return message('assistant', { toolCalls: [call] })
  }
  if (type.endsWith('_output')) return message('tool', { toolResults: [decodeResult(item)] })
  return message(type === 'mcp_approval_response' ? 'tool' : 'other')
}

function contentText(content: Loose): string {
  if (typeof content === 'string') return content
  return joinTexts(objectsOf(content).map((part) => textOf(part['text']) ?? textOf(part['refusal'])))
}

function decodeResult(item: JsonObject): HistoryResult {
  const { output } = item
  const isText = isList(output) && output.every((part) => textOf(objectOf(part)?.['text']) !== undefined)
  return {
    callId: wordOf(item['call_id']) ?? wordOf(item['id']) ?? '',
    tool: '',
    ok: item['status'] !== 'failed',
    content: isText ? contentText(output) : (output ?? ''),
  }
}

function sessionHints(body: JsonObject): Omit<SessionHints, 'prefixHash'> {
  const { conversation } = body
  return {
    conversationId:
      wordOf(conversation) ??
      wordOf(objectOf(conversation)?.['id']) ??
      wordOf(body['session_id']) ??
      wordOf(body['prompt_cache_key']),
    previousResponseId: wordOf(body['previous_response_id']),
    userId:
      wordOf(body['safety_identifier']) ??
      wordOf(body['user']) ??
      wordOf(objectOf(body['metadata'])?.['user_id']),
  }
}
