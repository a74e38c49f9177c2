/** One question to a model. */
export interface WriterQuestion {
  readonly model: string
  readonly apiKey: string | undefined
  readonly temperature: number
  readonly maxOutputTokens: number
  readonly instruction: string
}

export interface WriterRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** How a provider is asked for a text and where its reply holds it. */
export interface ProviderApi {
  request(question: WriterQuestion): WriterRequest
  /** Nothing when the reply holds no text, for example because the model refused. */
  textOf(reply: unknown): string | undefined
}

/** Chat Completions: OpenAI, OpenRouter, Ollama and every compatible endpoint. */
export function chatApi(limitName: 'max_tokens' | 'max_completion_tokens'): ProviderApi {
  return {
    request: ({ model, apiKey, temperature, maxOutputTokens, instruction }) => ({
      path: '/chat/completions',
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        temperature,
        [limitName]: maxOutputTokens,
        messages: [{ role: 'user', content: instruction }],
      },
    }),
    textOf: (reply) => textAt(reply, ['choices', 0, 'message', 'content']),
  }
}

/** Anthropic Messages. */
export const messagesApi: ProviderApi = {
  request: ({ model, apiKey, temperature, maxOutputTokens, instruction }) => ({
    path: '/v1/messages',
    headers: {
      'anthropic-version': '2023-06-01',
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    },
    body: {
      model,
      // its scale ends at 1
      temperature: Math.min(1, temperature),
      max_tokens: maxOutputTokens,
      messages: [{ role: 'user', content: instruction }],
    },
  }),
  textOf: (reply) => joinedTexts(valueAt(reply, ['content'])),
}

/** Gemini generateContent. */
export const geminiApi: ProviderApi = {
  request: ({ model, apiKey, temperature, maxOutputTokens, instruction }) => ({
    path: `/models/${encodeURIComponent(model)}:generateContent`,
    headers: apiKey === undefined ? {} : { 'x-goog-api-key': apiKey },
    body: {
      contents: [{ role: 'user', parts: [{ text: instruction }] }],
      generationConfig: { temperature, maxOutputTokens },
    },
  }),
  textOf: (reply) => joinedTexts(valueAt(reply, ['candidates', 0, 'content', 'parts'])),
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Readonly<Record<string | number, unknown>>)[key]
  }
  return current
}

function textAt(value: unknown, path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The text of all parts but thoughts. */
function joinedTexts(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined
  const texts = parts.map((part) =>
    valueAt(part, ['thought']) === true ? '' : (textAt(part, ['text']) ?? ''),
  )
  return texts.join('') === '' ? undefined : texts.join('')
}
