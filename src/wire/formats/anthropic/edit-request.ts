import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { isList, listOf, objectOf, objectsOf, wordOf, without } from '../../loose-json.ts'
import type { RequestEditor } from '../../request-edit.ts'
import type { OfferedTool, WithheldCall } from '../../request.ts'
import { decodeTool, serverName } from './request.ts'

export const requestEditor: RequestEditor = {
  messagesKey: 'messages',
  keepTools,
  addGuidance,
  elideResults,
  answerWithheld,
}

function keepTools(body: JsonObject, keep: (tool: OfferedTool) => boolean): JsonObject {
  return keepServers(keepListed(body, keep), keep)
}

/**
 * A history with calls must come with tools, so the last tool is never taken away: the model is told to use none.
 */
function keepListed(body: JsonObject, keep: (tool: OfferedTool) => boolean): JsonObject {
  const tools = listOf(body['tools'])
  const kept = tools.filter((value) => {
    const definition = objectOf(value)
    return definition === undefined || keep(decodeTool(definition))
  })
  if (kept.length === tools.length) return body
  if (kept.length === 0) return { ...body, tool_choice: { type: 'none' } }
  const forced = wordOf(objectOf(body['tool_choice'])?.['name'])
  const names = kept.map((value) => wordOf(objectOf(value)?.['name']))
  const rest = forced !== undefined && !names.includes(forced) ? without(body, 'tool_choice') : body
  return { ...rest, tools: kept }
}

function keepServers(body: JsonObject, keep: (tool: OfferedTool) => boolean): JsonObject {
  const servers = listOf(body['mcp_servers'])
  const kept = servers.filter((value) => {
    const definition = objectOf(value)
    return definition === undefined || keep({ name: serverName(definition), hosted: true, definition })
  })
  return kept.length === servers.length ? body : { ...body, mcp_servers: kept }
}

/** Guidance stands at the end of the system prompt, so that a cached prefix stays one. */
function addGuidance(body: JsonObject, text: string): JsonObject {
  const { system } = body
  if (isList(system)) return { ...body, system: [...system, { type: 'text', text }] }
  return { ...body, system: typeof system === 'string' && system !== '' ? `${system}\n\n${text}` : text }
}

function elideResults(value: JsonValue, placeholder: string): JsonValue {
  const entry = objectOf(value)
  const content = entry?.['content']
  if (entry === undefined || !isList(content)) return value
  if (!content.some((block) => objectOf(block)?.['type'] === 'tool_result')) return value
  return { ...entry, content: content.map((block) => elided(block, placeholder)) }
}

function elided(value: JsonValue, placeholder: string): JsonValue {
  const block = objectOf(value)
  return block?.['type'] === 'tool_result' ? { ...block, content: placeholder } : value
}

/** In a thread the provider holds the conversation, with the calls that no client has seen and none will answer. */
function answerWithheld(body: JsonObject, calls: readonly WithheldCall[], words: string): JsonObject {
  if (calls.length === 0 || objectOf(body['thread'])?.['type'] !== 'continue') return body
  const messages = listOf(body['messages'])
  const answered = new Set(messages.flatMap(answeredCalls))
  const missing = calls.filter(({ callId }) => !answered.has(callId))
  if (missing.length === 0) return body
  const results = missing.map(({ callId }) => ({
    type: 'tool_result',
    tool_use_id: callId,
    is_error: true,
    content: words,
  }))
  const [first, ...rest] = messages
  const next = objectOf(first)
  // results come before anything else that is said after a call
  return next?.['role'] === 'user'
    ? { ...body, messages: [{ ...next, content: [...results, ...blocksOf(next['content'])] }, ...rest] }
    : { ...body, messages: [{ role: 'user', content: results }, ...messages] }
}

function answeredCalls(value: JsonValue): readonly (string | undefined)[] {
  return objectsOf(objectOf(value)?.['content'])
    .filter(({ type }) => type === 'tool_result')
    .map((block) => wordOf(block['tool_use_id']))
}

function blocksOf(content: JsonValue | undefined): readonly JsonValue[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
}
