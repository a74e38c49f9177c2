import type { JsonValue } from '../../model/index.ts'
import { readArgs } from '../../wire/call-args.ts'
import { decodedRequest, joinTexts, message } from '../../wire/conversation.ts'
import { listOf } from '../../wire/loose-json.ts'
import type { RequestEditor } from '../../wire/request-edit.ts'
import type { DecodedRequest, Message, OfferedTool } from '../../wire/request.ts'
import type { TextRules } from '../../exchange/text-rules.ts'
import type { PiiScanner } from '../../pii/index.ts'
import {
  blocksOf,
  remade,
  type LcAiMessage,
  type LcMessage,
  type LcModelRequest,
  type LcToolMessage,
} from './shapes.ts'

const ROLES: Readonly<Record<string, Message['role']>> = {
  human: 'user',
  ai: 'assistant',
  tool: 'tool',
  system: 'system',
  developer: 'system',
}

export function textOf(entry: LcMessage): string {
  return joinTexts(blocksOf(entry).map(({ type, text }) => (type === 'text' ? text : undefined)))
}

export function decodeModelRequest(
  request: LcModelRequest,
  model: string | undefined,
  thread: string | undefined,
): DecodedRequest {
  const { messages, systemMessage, tools = [], toolChoice, responseFormat } = request
  return decodedRequest({
    model,
    maxOutputTokens: undefined,
    // whether a reply is streamed is known only when the model begins to answer
    stream: false,
    tools: tools.map(decodeTool),
    toolForced: toolChoice === 'required' || toolChoice === 'any' || typeof toolChoice === 'object',
    structuredOutput: responseFormat !== undefined && responseFormat !== null,
    // models report it with every reply
    usageRequested: true,
    systemField: systemMessage === undefined ? '' : textOf(systemMessage),
    entries: messages.map(decodeMessage),
    conversationId: thread,
  })
}

function decodeTool(tool: unknown): OfferedTool {
  const { name, type, description = '' } = tool as { name?: string; type?: string; description?: string }
  // what is no function of this program is run by the provider
  const isHosted = typeof (tool as { invoke?: unknown }).invoke !== 'function'
  return { name: name ?? type ?? '', hosted: isHosted, definition: { name: name ?? '', description } }
}

function decodeMessage(entry: LcMessage): Message {
  const type = entry.getType()
  const role = ROLES[type] ?? 'other'
  if (role === 'tool') {
    const { tool_call_id: callId, name = '', status, content } = entry as LcToolMessage
    // sound because contents are texts or lists of blocks in JSON
    const result = { callId, tool: name, ok: status !== 'error', content: content as JsonValue }
    return message(role, { toolResults: [result] })
  }
  const { tool_calls: calls = [] } = entry as LcAiMessage
  return message(role, {
    text: textOf(entry),
    toolCalls: calls.map(({ id = '', name, args }) => ({
      callId: id,
      tool: name,
      ...readArgs(args as JsonValue),
    })),
  })
}

/** Works on the request as if it were a body. */
export const messagesEditor: RequestEditor = {
  messagesKey: 'messages',
  keepTools(body, keep) {
    const tools = listOf(body['tools'])
    const kept = tools.filter((tool) => keep(decodeTool(tool)))
    if (kept.length === tools.length) return body
    const { toolChoice: _, ...calm } = body
    return { ...calm, tools: kept }
  },
  addGuidance(body, text) {
    const { systemMessage } = body as unknown as LcModelRequest
    // sound because nobody looks into the value but LangChain
    return systemMessage === undefined
      ? body
      : { ...body, systemMessage: systemMessage.concat(`\n\n${text}`) as JsonValue }
  },
  elideResults(value, placeholder) {
    const entry = value as unknown as LcMessage
    return entry.getType() === 'tool'
      ? (remade(entry, { content: placeholder }) as unknown as JsonValue)
      : value
  },
}

/** The same messages with what users or tools wrote redacted; what is no text of theirs stays the very object. */
export function redactMessages(
  messages: readonly LcMessage[],
  { redactInput, redactResults }: TextRules,
): readonly LcMessage[] {
  const scanners: Readonly<Record<string, PiiScanner | undefined>> = {
    human: redactInput,
    tool: redactResults,
  }
  return messages.map((entry) => {
    const scanner = scanners[entry.getType()]
    return scanner === undefined ? entry : redacted(entry, scanner)
  })
}

function redacted(entry: LcMessage, scanner: PiiScanner): LcMessage {
  const { content } = entry
  if (typeof content === 'string')
    return scanner.has(content) ? remade(entry, { content: scanner.redact(content).text }) : entry
  if (!content.some(({ text }) => text !== undefined && scanner.has(text))) return entry
  const blocks = content.map((block) =>
    block.text === undefined ? block : { ...block, text: scanner.redact(block.text).text },
  )
  return remade(entry, { content: blocks })
}
