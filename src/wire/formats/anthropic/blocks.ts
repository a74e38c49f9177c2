import type { JsonObject, JsonValue } from '../../../model/index.ts'
import { joinTexts } from '../../conversation.ts'
import { isList, listOf, objectOf, textOf, wordOf, type Loose } from '../../loose-json.ts'

/** `client` runs it after the reply; `provider` has run it before we see it. */
export function callRunner(block: JsonObject): 'client' | 'provider' | undefined {
  const type = wordOf(block['type']) ?? ''
  if (type === 'server_tool_use' || type === 'mcp_tool_use') return 'provider'
  // a kind of call we have never heard of is one the client may run
  return type.endsWith('tool_use') ? 'client' : undefined
}

export function isText(block: JsonObject): boolean {
  return block['type'] === 'text'
}

/** Content is a text or a list of blocks. */
export function blocksOf(content: Loose): readonly JsonValue[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
}

export function contentText(content: Loose): string {
  if (content === undefined) return ''
  if (typeof content === 'string') return content
  return joinTexts(blocksOf(content).map((block) => textOf(objectOf(block)?.['text'])))
}

/** What a tool gave back: its text where it is nothing but text. */
export function resultContent(content: Loose): JsonValue {
  if (content === undefined) return ''
  if (!isList(content)) return content
  return content.every((block) => objectOf(block)?.['type'] === 'text') ? contentText(content) : content
}
