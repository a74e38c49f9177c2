import type { JsonObject } from '../../model/index.ts'
import { anthropicMessages as format } from '../../wire/index.ts'
import { NO_PARAMETERS, textOf, type Dialect, type Entry } from './dialect.ts'

export const anthropicMessages: Dialect = {
  format,
  provider: 'anthropic',
  path: () => '/v1/messages',
  body: (model, entries, tools, stream) => ({
    model,
    stream,
    max_tokens: 1000,
    messages: entries.map(messageOf),
    ...(tools.length > 0 && { tools: tools.map((name) => ({ name, input_schema: NO_PARAMETERS })) }),
  }),
}

function messageOf(entry: Entry): JsonObject {
  if (entry.role === 'user') return { role: 'user', content: entry.text }
  if (entry.role === 'results')
    return {
      role: 'user',
      content: entry.results.map(({ callId, failed, content }) => ({
        type: 'tool_result',
        tool_use_id: callId,
        content: textOf(content),
        ...(failed && { is_error: true }),
      })),
    }
  const calls = entry.calls.map(({ callId, tool, args }) => ({
    type: 'tool_use',
    id: callId,
    name: tool,
    input: args,
  }))
  const said = entry.text === '' ? [] : [{ type: 'text', text: entry.text }]
  return { role: 'assistant', content: [...said, ...calls] }
}
