import { postJson } from '../judge/post.ts'
import { HoldfastError } from '../kit/errors.ts'
import type { MutationWriter } from '../mutations/index.ts'
import { chatApi, geminiApi, messagesApi, type ProviderApi } from './provider-api.ts'

export type WriterProvider = 'ollama' | 'openai' | 'anthropic' | 'google' | 'openrouter'

/** The `model` section, with variables filled in. */
export interface WriterOptions {
  readonly provider: WriterProvider
  readonly name: string
  readonly apiKey?: string
  /** Up to and including the version, except for Anthropic. The provider's own address when absent. */
  readonly baseUrl?: string
  readonly temperature: number
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

interface Provider {
  readonly api: ProviderApi
  readonly baseUrl: string
  readonly keyVariable?: string
}

const PROVIDERS: Readonly<Record<WriterProvider, Provider>> = {
  ollama: { api: chatApi('max_tokens'), baseUrl: 'http://127.0.0.1:11434/v1' },
  openai: {
    api: chatApi('max_completion_tokens'),
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
  },
  openrouter: {
    api: chatApi('max_tokens'),
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
  },
  anthropic: { api: messagesApi, baseUrl: 'https://api.anthropic.com', keyVariable: 'ANTHROPIC_API_KEY' },
  google: {
    api: geminiApi,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GEMINI_API_KEY',
  },
}

/** Local models are slow, and a long mutation is long. */
const DEFAULT_TIMEOUT_MS = 60_000
const MAX_OUTPUT_TOKENS = 4096

/** Writes mutations with a model behind HTTP. What goes wrong is thrown in one sentence without key or address. */
export function createMutationWriter(options: WriterOptions): MutationWriter {
  const { api, baseUrl, keyVariable } = PROVIDERS[options.provider]
  const { name, apiKey, temperature, timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch } = options
  // an address of one's own may be a server without keys
  if (keyVariable !== undefined && apiKey === undefined && options.baseUrl === undefined)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `model.api_key is needed to ask ${options.provider}`,
      `write api_key: \${${keyVariable}}`,
    )
  const address = addressOf(options.baseUrl ?? baseUrl, options.provider)
  return async (instruction, signal) => {
    const question = { model: name, apiKey, temperature, maxOutputTokens: MAX_OUTPUT_TOKENS, instruction }
    const { path, headers, body } = api.request(question)
    const posted = await postJson(address + path, headers, body, { fetch, timeoutMs, signal })
    if (!posted.ok) throw new HoldfastError('HF_CANNOT_JUDGE', posted.reason)
    const text = api.textOf(posted.body)
    if (text === undefined) throw new HoldfastError('HF_CANNOT_JUDGE', 'its reply holds no text')
    return text
  }
}

/** Ollama's own address is often given without the version under which it speaks this format. */
function addressOf(written: string, provider: WriterProvider): string {
  const address = written.endsWith('/') ? written.slice(0, -1) : written
  return provider === 'ollama' && !/\/v\d+$/u.test(address) ? `${address}/v1` : address
}
