import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { listOf, objectOf, without, wordOf, type Loose } from '../../loose-json.ts'
import type { RequestEditor } from '../../request-edit.ts'
import type { OfferedTool } from '../../request.ts'
import { appended } from './content.ts'
import { decodeFunction, decodePlugin, decodeTool, searchTool } from './request.ts'

export const requestEditor: RequestEditor = {
  messagesKey: 'messages',
  keepTools,
  addGuidance,
  elideResults,
  reportUsage,
}

type Keep = (tool: OfferedTool) => boolean

function keepTools(body: JsonObject, keep: Keep): JsonObject {
  const search = objectOf(body['web_search_options'])
  const calm = search !== undefined && !keep(searchTool(search)) ? without(body, 'web_search_options') : body
  const plugged = keepListed(calm, 'plugins', decodePlugin, keep)
  return keepChoice(
    keepListed(keepListed(plugged, 'tools', decodeTool, keep), 'functions', decodeFunction, keep),
    keep,
  )
}

/** An empty list is refused by the provider, so the whole key goes, and what only makes sense beside it. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  tools: ['tools', 'tool_choice', 'parallel_tool_calls'],
  functions: ['functions', 'function_call'],
  plugins: ['plugins'],
}

function keepListed(
  body: JsonObject,
  key: string,
  decode: (definition: JsonObject) => OfferedTool,
  keep: Keep,
): JsonObject {
  const kept = keptOf(body[key], decode, keep)
  if (kept.length === listOf(body[key]).length) return body
  return kept.length === 0 ? without(body, ...(BESIDE[key] ?? [])) : { ...body, [key]: kept }
}

function keptOf(
  list: Loose,
  decode: (definition: JsonObject) => OfferedTool,
  keep: Keep,
): readonly JsonValue[] {
  return listOf(list).filter((value) => {
    const definition = objectOf(value)
    return definition === undefined || keep(decode(definition))
  })
}

/** A choice may name a tool that is gone; then the model is free to choose. */
function keepChoice(body: JsonObject, keep: Keep): JsonObject {
  const choice = objectOf(body['tool_choice'])
  if (choice === undefined) return body
  const allowed = objectOf(choice['allowed_tools'])
  if (allowed === undefined) return keep(decodeTool(choice)) ? body : without(body, 'tool_choice')
  const tools = keptOf(allowed['tools'], decodeTool, keep)
  if (tools.length === listOf(allowed['tools']).length) return body
  if (tools.length === 0) return without(body, 'tool_choice')
  return { ...body, tool_choice: { ...choice, allowed_tools: { ...allowed, tools } } }
}

/** Not every server takes a system message later than the first place, so guidance joins the one that is there. */
function addGuidance(body: JsonObject, text: string): JsonObject {
  const messages = listOf(body['messages'])
  const isSystem = (value: Loose): boolean =>
    ['system', 'developer'].includes(wordOf(objectOf(value)?.['role']) ?? '')
  const first = objectOf(messages[0])
  if (first === undefined || !isSystem(first))
    return { ...body, messages: [{ role: 'system', content: text }, ...messages] }
  const content =
    typeof first['content'] === 'string'
      ? appended(first['content'], text)
      : [...listOf(first['content']), { type: 'text', text }]
  return { ...body, messages: [{ ...first, content }, ...messages.slice(1)] }
}

function elideResults(value: JsonValue, placeholder: string): JsonValue {
  const entry = objectOf(value)
  const isResult = entry?.['role'] === 'tool' || entry?.['role'] === 'function'
  return isResult ? { ...entry, content: placeholder } : value
}

function reportUsage(body: JsonObject): JsonObject {
  const options = objectOf(body['stream_options'])
  if (body['stream'] !== true || options?.['include_usage'] === true) return body
  return { ...body, stream_options: { ...options, include_usage: true } }
}
