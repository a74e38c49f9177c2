import { VERDICT_SCHEMA } from '../prompt.ts'
import { countOf, fieldsOf, type Api, type ApiReply, type BilledUsage } from './api.ts'

/** Anthropic Messages. */
export const messagesApi: Api = {
  request({ model, apiKey }, { prompt, repair, structured, maxOutputTokens }) {
    return {
      path: '/v1/messages',
      headers: {
        'anthropic-version': '2023-06-01',
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      },
      body: {
        model,
        max_tokens: maxOutputTokens,
        system: prompt.system,
        messages: [
          { role: 'user', content: prompt.user },
          ...(repair === undefined
            ? []
            : [
                // an empty assistant turn is refused
                {
                  role: 'assistant',
                  content: repair.reply.trim() === '' ? '(nothing)' : repair.reply.trim(),
                },
                { role: 'user', content: repair.request },
              ]),
        ],
        ...(structured ? { output_config: { format: { type: 'json_schema', schema: VERDICT_SCHEMA } } } : {}),
      },
    }
  },
  read(body): ApiReply | undefined {
    const { content, stop_reason: stop, usage } = fieldsOf(body)
    if (!Array.isArray(content)) return undefined
    const billed = usageOf(usage)
    return {
      text: content.map(textOf).join(''),
      ...(stop === 'refusal' ? { refusal: 'it refused' } : {}),
      ...(billed === undefined ? {} : { usage: billed }),
    }
  },
}

function textOf(block: unknown): string {
  const { type, text } = fieldsOf(block)
  return type === 'text' && typeof text === 'string' ? text : ''
}

/** Cached tokens are counted apart here, and are part of the input in our own count. */
function usageOf(usage: unknown): BilledUsage | undefined {
  const fields = fieldsOf(usage)
  if (typeof fields['input_tokens'] !== 'number' || typeof fields['output_tokens'] !== 'number')
    return undefined
  const cacheRead = countOf(fields['cache_read_input_tokens'])
  const cacheWrite = countOf(fields['cache_creation_input_tokens'])
  return {
    input: countOf(fields['input_tokens']) + cacheRead + cacheWrite,
    output: countOf(fields['output_tokens']),
    cacheRead,
    cacheWrite,
  }
}
