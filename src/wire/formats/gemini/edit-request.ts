import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { isList, listOf, objectOf, textOf, without } from '../../loose-json.ts'
import type { RequestEditor } from '../../request-edit.ts'
import type { OfferedTool } from '../../request.ts'
import { either, snakeCase } from './names.ts'
import { decodeDeclaration, decodeSwitch, isDeclarations } from './request.ts'

export const requestEditor: RequestEditor = { messagesKey: 'contents', keepTools, addGuidance, elideResults }

type Keep = (tool: OfferedTool) => boolean

function keepTools(body: JsonObject, keep: Keep): JsonObject {
  const tools = listOf(body['tools'])
  const kept = tools.map((value) => keptEntry(value, keep)).filter((value) => value !== undefined)
  if (kept.length === tools.length && kept.every((value, at) => value === tools[at])) return body
  if (kept.length === 0) return without(body, 'tools', 'toolConfig', 'tool_config')
  return keepAllowed({ ...body, tools: kept }, keep)
}

function keptEntry(value: JsonValue, keep: Keep): JsonValue | undefined {
  const entry = objectOf(value)
  if (entry === undefined) return value
  const fields = Object.entries(entry).map(([key, field]) => [key, keptField(key, field, keep)] as const)
  if (fields.every(([key, field]) => field === entry[key])) return value
  const left = fields.filter(([, field]) => field !== undefined)
  return left.length === 0 ? undefined : (Object.fromEntries(left) as JsonObject)
}

function keptField(key: string, field: JsonValue, keep: Keep): JsonValue | undefined {
  if (!isDeclarations(key)) return keep(decodeSwitch(key, field)) ? field : undefined
  const declared = listOf(field)
  const kept = declared.filter((value) => {
    const definition = objectOf(value)
    return definition === undefined || keep(decodeDeclaration(definition))
  })
  return kept.length === declared.length ? field : kept.length === 0 ? undefined : kept
}

/** The list of functions the model must choose from may name one that is gone. */
function keepAllowed(body: JsonObject, keep: Keep): JsonObject {
  const config = objectOf(either(body, 'toolConfig'))
  const calling = objectOf(either(config, 'functionCallingConfig'))
  const names = listOf(either(calling, 'allowedFunctionNames'))
  const kept = names.filter((name) => keep(decodeDeclaration({ name })))
  if (kept.length === names.length) return body
  const bare = without(body, 'toolConfig', 'tool_config')
  if (kept.length === 0) return bare
  const narrowed = { ...without(calling ?? {}, 'allowed_function_names'), allowedFunctionNames: kept }
  return {
    ...bare,
    toolConfig: { ...without(config ?? {}, 'function_calling_config'), functionCallingConfig: narrowed },
  }
}

function addGuidance(body: JsonObject, text: string): JsonObject {
  const key = body['system_instruction'] === undefined ? 'systemInstruction' : 'system_instruction'
  const system = body[key]
  const words = textOf(system)
  if (words !== undefined) return { ...body, [key]: { parts: [{ text: words }, { text }] } }
  const parts = isList(system) ? system : listOf(objectOf(system)?.['parts'])
  return { ...body, [key]: { ...objectOf(system), parts: [...parts, { text }] } }
}

function elideResults(value: JsonValue, placeholder: string): JsonValue {
  const content = objectOf(value)
  const parts = listOf(content?.['parts'])
  const elided = parts.map((part) => elidedPart(part, placeholder))
  return elided.every((part, at) => part === parts[at]) ? value : { ...content, parts: elided }
}

function elidedPart(value: JsonValue, placeholder: string): JsonValue {
  const part = objectOf(value)
  for (const key of ['functionResponse', snakeCase('functionResponse')]) {
    const response = objectOf(part?.[key])
    if (response !== undefined) return { ...part, [key]: { ...response, response: { output: placeholder } } }
  }
  return value
}
