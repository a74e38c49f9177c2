import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { isList, listOf, objectOf, textOf, without, wordOf, type Loose } from '../../loose-json.ts'
import type { RequestEditor } from '../../request-edit.ts'
import type { OfferedTool, WithheldCall } from '../../request.ts'
import { isReplacement } from './messages.ts'
import { decodeTool } from './request.ts'
import { withheldOutput } from './withheld.ts'

export const requestEditor: RequestEditor = {
  messagesKey: 'input',
  keepTools,
  addGuidance,
  elideResults,
  answerWithheld,
}

type Keep = (tool: OfferedTool) => boolean

/** An empty list is refused by the provider, so the whole key goes, and what only makes sense beside it. */
function keepTools(body: JsonObject, keep: Keep): JsonObject {
  const tools = listOf(body['tools'])
  const kept = keptOf(tools, keep)
  if (kept === tools) return keepChoice(body, keep)
  if (kept.length === 0) return without(body, 'tools', 'tool_choice', 'parallel_tool_calls')
  return keepChoice({ ...body, tools: kept }, keep)
}

/** The same list when everything stays. */
function keptOf(tools: readonly JsonValue[], keep: Keep): readonly JsonValue[] {
  const kept = tools.flatMap((value) => {
    const definition = objectOf(value)
    const nested = definition?.['tools']
    if (definition?.['type'] !== 'namespace' || !isList(nested))
      return definition === undefined || keep(decodeTool(definition)) ? [value] : []
    const inner = keptOf(nested, keep)
    return inner === nested ? [value] : inner.length === 0 ? [] : [{ ...definition, tools: inner }]
  })
  return kept.length === tools.length && kept.every((value, at) => value === tools[at]) ? tools : kept
}

/** A choice may name a tool that is gone; then the model is free to choose. */
function keepChoice(body: JsonObject, keep: Keep): JsonObject {
  const choice = objectOf(body['tool_choice'])
  if (choice === undefined) return body
  if (choice['type'] !== 'allowed_tools')
    return keep(decodeTool(choice)) ? body : without(body, 'tool_choice')
  const tools = listOf(choice['tools'])
  const kept = keptOf(tools, keep)
  if (kept === tools) return body
  return kept.length === 0
    ? without(body, 'tool_choice')
    : { ...body, tool_choice: { ...choice, tools: kept } }
}

function addGuidance(body: JsonObject, text: string): JsonObject {
  const instructions = wordOf(body['instructions'])
  return { ...body, instructions: instructions === undefined ? text : `${instructions}\n\n${text}` }
}

/** Only outputs that are texts can be shortened without knowing their shape. */
function elideResults(value: JsonValue, placeholder: string): JsonValue {
  const item = objectOf(value)
  const isResult = ['function_call_output', 'custom_tool_call_output', 'local_shell_call_output'].includes(
    wordOf(item?.['type']) ?? '',
  )
  return isResult ? { ...item, output: placeholder } : value
}

/**
 * The provider remembers calls that its client never saw, and refuses a request that leaves them unanswered. Where
 * the client sends the whole history, our replacement carries an id the provider does not know, and reasoning in
 * front of it has lost the item it belonged to.
 */
function answerWithheld(body: JsonObject, calls: readonly WithheldCall[], words: string): JsonObject {
  const { input } = body
  const items =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : listOf(input)
  const settled = settleReplacements(items)
  const answered = new Set(settled.map(answeredCall))
  const missing = remembersCalls(body) ? calls.filter(({ callId }) => !answered.has(callId)) : []
  if (missing.length === 0 && settled === items) return body
  return { ...body, input: [...missing.map((call) => withheldOutput(call, words)), ...settled] }
}

function remembersCalls(body: JsonObject): boolean {
  return textOf(body['previous_response_id']) !== undefined || (body['conversation'] ?? null) !== null
}

function answeredCall(value: Loose): string | undefined {
  const item = objectOf(value)
  return wordOf(item?.['call_id']) ?? wordOf(item?.['approval_request_id'])
}

function settleReplacements(items: readonly JsonValue[]): readonly JsonValue[] {
  if (!items.some(isReplacement)) return items
  return items
    .filter((value, at) => objectOf(value)?.['type'] !== 'reasoning' || !isReplacement(items[at + 1]))
    .map((value) => (isReplacement(value) ? without(objectOf(value) ?? {}, 'id') : value))
}
