import type { JsonObject } from '../../model/index.ts'
import { gemini as format } from '../../wire/index.ts'
import { NO_PARAMETERS, type Dialect, type Entry } from './dialect.ts'

export const gemini: Dialect = {
  format,
  provider: 'gemini',
  path: (model, stream) =>
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, entries, tools) => ({
    contents: entries.map(contentOf),
    ...(tools.length > 0 && {
      tools: [{ functionDeclarations: tools.map((name) => ({ name, parameters: NO_PARAMETERS })) }],
    }),
  }),
}

function contentOf(entry: Entry): JsonObject {
  if (entry.role === 'user') return { role: 'user', parts: [{ text: entry.text }] }
  if (entry.role === 'results')
    return {
      role: 'user',
      parts: entry.results.map(({ callId, tool, failed, content }) => ({
        functionResponse: { id: callId, name: tool, response: { [failed ? 'error' : 'output']: content } },
      })),
    }
  const calls = entry.calls.map(({ callId, tool, args }) => ({
    functionCall: { id: callId, name: tool, args },
  }))
  return { role: 'model', parts: [...(entry.text === '' ? [] : [{ text: entry.text }]), ...calls] }
}
