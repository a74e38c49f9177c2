import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { PiiScanner } from '../../pii/index.ts'
import { readArgs } from '../../wire/call-args.ts'
import { decodedRequest, joinTexts, message } from '../../wire/conversation.ts'
import { listOf, objectOf, objectsOf, without } from '../../wire/loose-json.ts'
import type { RequestEditor } from '../../wire/request-edit.ts'
import type { DecodedRequest, HistoryResult, Message, OfferedTool } from '../../wire/request.ts'
import type { TextRules } from '../../exchange/text-rules.ts'
import type { AiCallOptions, AiMessage, AiModel, AiTool, LoosePart } from './shapes.ts'

export function decodePrompt(params: AiCallOptions, { modelId }: AiModel, stream: boolean): DecodedRequest {
  const { prompt, tools = [], toolChoice, maxOutputTokens, responseFormat } = params
  return decodedRequest({
    model: modelId,
    stream,
    maxOutputTokens,
    tools: tools.map(decodeTool),
    toolForced: toolChoice?.type === 'required' || toolChoice?.type === 'tool',
    structuredOutput: responseFormat?.type === 'json',
    // the model reports it with every reply
    usageRequested: true,
    systemField: '',
    entries: prompt.map(decodeMessage),
  })
}

function decodeTool(tool: AiTool): OfferedTool {
  // sound because tools are descriptions in JSON
  return { name: tool.name, hosted: tool.type !== 'function', definition: tool as unknown as JsonObject }
}

function partsOf({ content }: AiMessage): readonly LoosePart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

const ROLES: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
}

function decodeMessage(entry: AiMessage): Message {
  const parts = partsOf(entry)
  const calls = parts.filter(({ type }) => type === 'tool-call')
  const results = parts.filter(({ type }) => type === 'tool-result')
  return message(ROLES[entry.role] ?? 'other', {
    text: joinTexts(parts.filter(({ type }) => type === 'text').map(({ text }) => text)),
    toolCalls: calls.map(({ toolCallId = '', toolName = '', input }) => ({
      callId: toolCallId,
      tool: toolName,
      ...readArgs(input as JsonValue),
    })),
    toolResults: results.map(decodeResult),
  })
}

function decodeResult({ toolCallId = '', toolName = '', output }: LoosePart): HistoryResult {
  const type = output?.type ?? ''
  return {
    callId: toolCallId,
    tool: toolName,
    ok: !type.startsWith('error') && type !== 'execution-denied',
    content: (output?.value ?? null) as JsonValue,
  }
}

/** Works on the call options as if they were a body. */
export const promptEditor: RequestEditor = {
  messagesKey: 'prompt',
  keepTools(body, keep) {
    const tools = listOf(body['tools'])
    const kept = tools.filter((tool) => keep(decodeTool(tool as unknown as AiTool)))
    if (kept.length === tools.length) return body
    const calm = without(body, 'toolChoice')
    return kept.length === 0 ? without(calm, 'tools') : { ...calm, tools: kept }
  },
  addGuidance(body, text) {
    return { ...body, prompt: [{ role: 'system', content: text }, ...listOf(body['prompt'])] }
  },
  elideResults(value, placeholder) {
    const entry = objectOf(value)
    if (entry?.['role'] !== 'tool') return value
    const content = objectsOf(entry['content']).map((part) =>
      part['type'] === 'tool-result' ? { ...part, output: { type: 'text', value: placeholder } } : part,
    )
    return { ...entry, content }
  },
}

/** The same prompt with what users or tools wrote redacted; what is no text of theirs stays the very object. */
export function redactPrompt(
  prompt: readonly AiMessage[],
  { redactInput, redactResults }: TextRules,
): readonly AiMessage[] {
  if (redactInput === undefined && redactResults === undefined) return prompt
  return prompt.map((entry) => {
    if (typeof entry.content === 'string') return entry
    const content = partsOf(entry).map((part) => {
      if (redactInput !== undefined && entry.role === 'user' && part.text !== undefined)
        return { ...part, text: redactInput.redact(part.text).text }
      if (redactResults !== undefined && part.type === 'tool-result' && part.output?.value !== undefined)
        return {
          ...part,
          output: { ...part.output, value: redacted(part.output.value as JsonValue, redactResults) },
        }
      return part
    })
    return { ...entry, content }
  })
}

function redacted(value: JsonValue, scanner: PiiScanner): JsonValue {
  if (typeof value === 'string') return scanner.redact(value).text
  if (Array.isArray(value)) return value.map((item: JsonValue) => redacted(item, scanner))
  const map = objectOf(value)
  if (map === undefined) return value
  return Object.fromEntries(Object.entries(map).map(([key, inner]) => [key, redacted(inner, scanner)]))
}
