import { VERDICT_SCHEMA } from '../prompt.ts'
import { countOf, fieldsOf, type Api, type ApiReply, type BilledUsage } from './api.ts'

/** Chat Completions, as OpenAI, OpenRouter, Ollama and most others speak it. */
export const chatApi: Api = {
  request({ provider, model, apiKey }, { prompt, repair, structured, maxOutputTokens }) {
    // the newer models of this provider take neither the old limit nor a temperature
    const limits =
      provider === 'openai'
        ? { max_completion_tokens: maxOutputTokens }
        : { max_tokens: maxOutputTokens, temperature: 0 }
    const format = {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema: VERDICT_SCHEMA },
    }
    return {
      path: '/chat/completions',
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        messages: [
          { role: 'system', content: prompt.system },
          { role: 'user', content: prompt.user },
          ...(repair === undefined
            ? []
            : [
                { role: 'assistant', content: repair.reply },
                { role: 'user', content: repair.request },
              ]),
        ],
        ...limits,
        ...(structured ? { response_format: format } : {}),
      },
    }
  },
  read(body): ApiReply | undefined {
    const { choices, usage } = fieldsOf(body)
    if (!Array.isArray(choices) || choices.length === 0) return undefined
    const { message, finish_reason: finish } = fieldsOf(choices[0])
    const { content, refusal } = fieldsOf(message)
    const billed = usageOf(usage)
    const { cost } = fieldsOf(usage)
    return {
      text: typeof content === 'string' ? content : '',
      ...(typeof refusal === 'string' && refusal !== '' ? { refusal: 'it refused' } : {}),
      ...(finish === 'content_filter' ? { refusal: 'its content filter stopped it' } : {}),
      ...(billed === undefined ? {} : { usage: billed }),
      ...(typeof cost === 'number' && cost >= 0 ? { costUsd: cost } : {}),
    }
  },
}

function usageOf(usage: unknown): BilledUsage | undefined {
  const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = fieldsOf(usage)
  if (typeof input !== 'number' || typeof output !== 'number') return undefined
  return {
    input: countOf(input),
    output: countOf(output),
    cacheRead: countOf(fieldsOf(details)['cached_tokens']),
  }
}
