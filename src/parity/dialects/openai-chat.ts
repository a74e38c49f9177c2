import type { JsonObject } from '../../model/index.ts'
import { openaiChat as format } from '../../wire/index.ts'
import { NO_PARAMETERS, textOf, type Dialect, type Entry } from './dialect.ts'

export const openaiChat: Dialect = {
  format,
  provider: 'openai',
  path: () => '/v1/chat/completions',
  body: (model, entries, tools, stream) => ({
    model,
    stream,
    messages: entries.flatMap(messagesOf),
    ...(tools.length > 0 && {
      tools: tools.map((name) => ({ type: 'function', function: { name, parameters: NO_PARAMETERS } })),
    }),
  }),
}

function messagesOf(entry: Entry): readonly JsonObject[] {
  if (entry.role === 'user') return [{ role: 'user', content: entry.text }]
  if (entry.role === 'results')
    return entry.results.map(({ callId, content }) => ({
      role: 'tool',
      tool_call_id: callId,
      content: textOf(content),
    }))
  const calls = entry.calls.map(({ callId, tool, args }) => ({
    id: callId,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }))
  return [{ role: 'assistant', content: entry.text, ...(calls.length > 0 && { tool_calls: calls }) }]
}
