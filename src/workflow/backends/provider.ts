import { anthropicMessages, gemini, openaiChat, parseJson, type WireFormat } from '../../wire/index.ts'
import type { JsonValue } from '../../model/index.ts'
import type { BackendSpec, ProviderName } from '../model.ts'
import { NodeError, reasonOf } from '../node-error.ts'
import type { World } from '../world/world.ts'
import type { Backend, BackendMessage, BackendReply, BackendRequest } from './backend.ts'

const DEFAULT_MAX_TOKENS = 1024
const MAX_REPLY_BYTES = 16 * 1_048_576

interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
}

/** How one provider is asked; its answers are read by the same formats as the gateway's. */
interface Provider {
  readonly baseUrl: string
  readonly format: WireFormat
  /** Whose price list counts. */
  readonly pricedBy?: string
  outgoing(
    base: string,
    spec: BackendSpec,
    key: string | undefined,
    messages: readonly BackendMessage[],
    maxTokens: number,
  ): Outgoing
}

const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    format: anthropicMessages,
    pricedBy: 'anthropic',
    outgoing: (base, { model }, key, messages, maxTokens) => ({
      url: `${base}/v1/messages`,
      headers: { 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) },
      body: {
        model,
        max_tokens: maxTokens,
        ...systemOf(messages, (system) => ({ system })),
        messages: spoken(messages).map(({ role, content }) => ({ role, content })),
      },
    }),
  },
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    format: openaiChat,
    pricedBy: 'openai',
    outgoing: (base, { model }, key, messages, maxTokens) =>
      chat(base, model, key, messages, { max_completion_tokens: maxTokens }),
  },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    format: gemini,
    pricedBy: 'google',
    outgoing: (base, { model }, key, messages, maxTokens) => ({
      url: `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
      headers: key === undefined ? {} : { 'x-goog-api-key': key },
      body: {
        ...systemOf(messages, (text) => ({ systemInstruction: { parts: [{ text }] } })),
        contents: spoken(messages).map(({ role, content }) => ({
          role: role === 'assistant' ? 'model' : 'user',
          parts: [{ text: content }],
        })),
        generationConfig: { maxOutputTokens: maxTokens },
      },
    }),
  },
  'openai-compatible': {
    baseUrl: '',
    format: openaiChat,
    outgoing: (base, { model }, key, messages, maxTokens) =>
      chat(base, model, key, messages, { max_tokens: maxTokens }),
  },
}

function chat(
  base: string,
  model: string,
  key: string | undefined,
  messages: readonly BackendMessage[],
  limit: Readonly<Record<string, number>>,
): Outgoing {
  return {
    url: `${base}/chat/completions`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: { model, ...limit, messages: messages.map(({ role, content }) => ({ role, content })) },
  }
}

function systemOf<T extends object>(
  messages: readonly BackendMessage[],
  make: (text: string) => T,
): T | object {
  const text = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n')
  return text === '' ? {} : make(text)
}

function spoken(messages: readonly BackendMessage[]): readonly BackendMessage[] {
  return messages.filter(({ role }) => role !== 'system')
}

export interface ProviderOptions {
  readonly world: Pick<World, 'env'>
  /** A cassette's, say; the platform's own when absent. */
  readonly fetch?: typeof globalThis.fetch
}

/** A model over the network, as `[[intelligence.backends]]` describes it. */
export function providerBackend(
  spec: BackendSpec,
  { world, fetch = globalThis.fetch }: ProviderOptions,
): Backend {
  const provider = PROVIDERS[spec.provider]
  const base = (spec.baseUrl ?? provider.baseUrl).replace(/\/$/u, '')
  const label = `${spec.provider}:${spec.model}`
  return {
    label,
    async ask({ messages, maxTokens }: BackendRequest, signal): Promise<BackendReply> {
      const key = keyOf(spec, world.env)
      const { url, headers, body } = provider.outgoing(
        base,
        spec,
        key,
        messages,
        maxTokens ?? spec.maxTokens ?? DEFAULT_MAX_TOKENS,
      )
      const text = await post(fetch, url, headers, body, signal(), spec.name)
      const value = parseJson(text)
      if (value === undefined)
        throw new NodeError('intelligence', `backend \`${spec.name}\` answered something that is not JSON`)
      const reply = provider.format.decodeReply(value)
      if (reply.text === '' && reply.texts.length === 0 && reply.refusal === undefined)
        throw new NodeError('intelligence', `backend \`${spec.name}\` answered without a text`)
      return {
        content: reply.text,
        promptTokens: reply.usage?.input ?? 0,
        completionTokens: reply.usage?.output ?? 0,
        model: reply.model ?? spec.model,
        ...(provider.pricedBy !== undefined && { provider: provider.pricedBy }),
        ...(reply.costUsd !== undefined && { costUsd: reply.costUsd }),
      }
    },
  }
}

function keyOf({ name, apiKeyEnv }: BackendSpec, env: World['env']): string | undefined {
  if (apiKeyEnv === undefined) return undefined
  const key = env[apiKeyEnv]
  if (key === undefined || key === '')
    throw new NodeError(
      'intelligence',
      `backend \`${name}\` needs the environment variable ${apiKeyEnv}, which is not set`,
    )
  return key
}

async function post(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: JsonValue,
  signal: AbortSignal,
  name: string,
): Promise<string> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
      // a redirect would take the key to another host
      redirect: 'error',
    })
  } catch (error) {
    throw new NodeError(
      'intelligence',
      `backend \`${name}\` cannot be reached: ${reasonOf((error as Error).cause ?? error)}`,
    )
  }
  const text = await bounded(response, name)
  if (!response.ok)
    throw new NodeError(
      'intelligence',
      `backend \`${name}\` answered HTTP ${response.status}${retryHint(response)}`,
    )
  return text
}

function retryHint(response: Response): string {
  const after = response.headers.get('retry-after')
  return after !== null && /^\d{1,6}$/u.test(after) ? `, to be asked again after ${after} s` : ''
}

async function bounded(response: Response, name: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > MAX_REPLY_BYTES)
      throw new NodeError('intelligence', `backend \`${name}\` answered more than ${MAX_REPLY_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
