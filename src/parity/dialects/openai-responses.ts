import type { JsonObject } from '../../model/index.ts'
import { openaiResponses as format } from '../../wire/index.ts'
import { NO_PARAMETERS, textOf, type Dialect, type Entry } from './dialect.ts'

export const openaiResponses: Dialect = {
  format,
  provider: 'openai',
  path: () => '/v1/responses',
  body: (model, entries, tools, stream) => ({
    model,
    stream,
    store: false,
    input: entries.flatMap(itemsOf),
    ...(tools.length > 0 && {
      tools: tools.map((name) => ({ type: 'function', name, parameters: NO_PARAMETERS, strict: false })),
    }),
  }),
}

function itemsOf(entry: Entry): readonly JsonObject[] {
  if (entry.role === 'user') return [{ role: 'user', content: entry.text }]
  if (entry.role === 'results')
    return entry.results.map(({ callId, content }) => ({
      type: 'function_call_output',
      call_id: callId,
      output: textOf(content),
    }))
  const calls = entry.calls.map(({ callId, tool, args }) => ({
    type: 'function_call',
    call_id: callId,
    name: tool,
    arguments: JSON.stringify(args),
  }))
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: entry.text }] }
  return entry.text === '' ? calls : [said, ...calls]
}
