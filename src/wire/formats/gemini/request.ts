import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { decodedRequest, joinTexts, message } from '../../conversation.ts'
import {
  countOf,
  indexOf,
  isList,
  listOf,
  objectOf,
  objectsOf,
  textOf,
  wordOf,
  type Loose,
} from '../../loose-json.ts'
import type { DecodedRequest, HistoryCall, HistoryResult, Message, OfferedTool } from '../../request.ts'
import type { WireRoute } from '../../route.ts'
import { createCallNamer, either, snakeCase } from './names.ts'

export function decodeRequest(body: JsonObject, route: WireRoute): DecodedRequest {
  const config = objectOf(either(body, 'generationConfig'))
  const calling = objectOf(either(objectOf(either(body, 'toolConfig')), 'functionCallingConfig'))
  const limit = countOf(either(config, 'maxOutputTokens'))
  return decodedRequest({
    model: route.model ?? wordOf(body['model']),
    stream: route.stream === true,
    maxOutputTokens:
      limit === undefined ? undefined : limit * Math.max(1, indexOf(either(config, 'candidateCount')) ?? 1),
    tools: objectsOf(body['tools']).flatMap(offeredTools),
    toolForced: calling?.['mode'] === 'ANY',
    structuredOutput: isStructured(config),
    usageRequested: true,
    systemField: contentText(either(body, 'systemInstruction')),
    entries: decodeContents(body['contents']),
  })
}

function isStructured(config: JsonObject | undefined): boolean {
  const schema = either(config, 'responseSchema') ?? either(config, 'responseJsonSchema')
  return schema !== undefined || either(config, 'responseMimeType') === 'application/json'
}

const DECLARATIONS = new Set(['functionDeclarations', 'function_declarations'])

export function isDeclarations(key: string): boolean {
  return DECLARATIONS.has(key)
}

/** One entry may declare functions and switch on tools that the provider runs. */
function offeredTools(entry: JsonObject): readonly OfferedTool[] {
  return Object.entries(entry).flatMap(([key, value]) =>
    isDeclarations(key) ? objectsOf(value).map(decodeDeclaration) : [decodeSwitch(key, value)],
  )
}

export function decodeDeclaration(definition: JsonObject): OfferedTool {
  return { name: wordOf(definition['name']) ?? '', hosted: false, definition }
}

export function decodeSwitch(key: string, value: JsonValue): OfferedTool {
  const name = snakeCase(key)
  return { name, hosted: name !== 'computer_use', definition: { [key]: value } }
}

function contentText(content: Loose): string {
  if (typeof content === 'string') return content
  return partsText(partsOf(content))
}

function partsOf(content: Loose): readonly JsonObject[] {
  return isList(content) ? objectsOf(content) : objectsOf(objectOf(content)?.['parts'] ?? [])
}

function partsText(parts: readonly JsonObject[]): string {
  return joinTexts(parts.filter(({ thought }) => thought !== true).map(({ text }) => textOf(text)))
}

/** A result without an id answers the oldest unanswered call of its name. */
function decodeContents(contents: Loose): readonly Message[] {
  let unanswered: HistoryCall[] = []
  return listOf(contents).map((value) => {
    const content = objectOf(value)
    const parts = partsOf(content)
    const nameCall = createCallNamer()
    const toolCalls = fieldsOf(parts, 'functionCall').map((call) => nameCall(call))
    const toolResults = fieldsOf(parts, 'functionResponse').map((response) =>
      decodeResponse(response, unanswered),
    )
    const answered = new Set(toolResults.map(({ callId }) => callId))
    unanswered = [...unanswered.filter(({ callId }) => !answered.has(callId)), ...toolCalls]
    return message(roleOf(content), { text: partsText(parts), toolCalls, toolResults })
  })
}

function fieldsOf(parts: readonly JsonObject[], key: string): readonly JsonObject[] {
  return parts.map((part) => objectOf(either(part, key))).filter((field) => field !== undefined)
}

function roleOf(content: JsonObject | undefined): Message['role'] {
  const role = wordOf(content?.['role']) ?? 'user'
  return role === 'model' ? 'assistant' : role === 'function' ? 'tool' : role === 'user' ? 'user' : 'other'
}

function decodeResponse(response: JsonObject, unanswered: readonly HistoryCall[]): HistoryResult {
  const tool = wordOf(response['name']) ?? ''
  const content = response['response'] ?? {}
  return {
    callId: wordOf(response['id']) ?? unanswered.find((call) => call.tool === tool)?.callId ?? '',
    tool,
    ok: objectOf(content)?.['error'] === undefined,
    content,
  }
}
