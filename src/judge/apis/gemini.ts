import { VERDICT_SCHEMA } from '../prompt.ts'
import { countOf, fieldsOf, type Api, type ApiReply, type BilledUsage } from './api.ts'

/** How a reply may end; every other reason means that the provider stopped it. */
const ORDINARY_ENDS = new Set(['STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED'])

/** Gemini generateContent. */
export const geminiApi: Api = {
  request({ model, apiKey }, { prompt, repair, structured, maxOutputTokens }) {
    const said = (role: string, text: string) => ({ role, parts: [{ text }] })
    return {
      path: `/models/${encodeURIComponent(model)}:generateContent`,
      headers: apiKey === undefined ? {} : { 'x-goog-api-key': apiKey },
      body: {
        systemInstruction: { parts: [{ text: prompt.system }] },
        contents: [
          said('user', prompt.user),
          ...(repair === undefined ? [] : [said('model', repair.reply), said('user', repair.request)]),
        ],
        generationConfig: {
          maxOutputTokens,
          temperature: 0,
          ...(structured ? { responseMimeType: 'application/json', responseJsonSchema: VERDICT_SCHEMA } : {}),
        },
      },
    }
  },
  read(body): ApiReply | undefined {
    const { candidates, promptFeedback, usageMetadata } = fieldsOf(body)
    const { blockReason } = fieldsOf(promptFeedback)
    const blocked = typeof blockReason === 'string'
    if (!blocked && (!Array.isArray(candidates) || candidates.length === 0)) return undefined
    const { content, finishReason } = fieldsOf(Array.isArray(candidates) ? candidates[0] : undefined)
    const { parts } = fieldsOf(content)
    const stopped = typeof finishReason === 'string' && !ORDINARY_ENDS.has(finishReason)
    const usage = usageOf(usageMetadata)
    return {
      text: Array.isArray(parts) ? parts.map(textOf).join('') : '',
      ...(blocked || stopped ? { refusal: 'its safety settings stopped it' } : {}),
      ...(usage === undefined ? {} : { usage }),
    }
  },
}

function textOf(part: unknown): string {
  const { text, thought } = fieldsOf(part)
  return typeof text === 'string' && thought !== true ? text : ''
}

/** Thoughts are counted apart and billed as output. */
function usageOf(usage: unknown): BilledUsage | undefined {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount } =
    fieldsOf(usage)
  if (typeof promptTokenCount !== 'number') return undefined
  return {
    input: countOf(promptTokenCount),
    output: countOf(candidatesTokenCount) + countOf(thoughtsTokenCount),
    cacheRead: countOf(cachedContentTokenCount),
  }
}
