import { didYouMean } from '../kit/nearest-name.ts'
import type { Endpoint, EndpointOptions, Environment } from './endpoint.ts'

export type Resolved =
  | { readonly ok: true; readonly endpoint: Endpoint }
  | { readonly ok: false; readonly reason: string }

interface Provider {
  readonly api: EndpointOptions['api']
  readonly baseUrl: string
  /** The first one that is set counts; none at all means that the provider asks for no key. */
  readonly keys: readonly string[]
}

// Base URLs of other programs (`OPENAI_BASE_URL` …) are not read: they may point at the proxy that asks.
const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: { api: 'messages', baseUrl: 'https://api.anthropic.com', keys: ['ANTHROPIC_API_KEY'] },
  openai: { api: 'chat', baseUrl: 'https://api.openai.com/v1', keys: ['OPENAI_API_KEY'] },
  gemini: {
    api: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  openrouter: { api: 'chat', baseUrl: 'https://openrouter.ai/api/v1', keys: ['OPENROUTER_API_KEY'] },
  ollama: { api: 'chat', baseUrl: 'http://127.0.0.1:11434/v1', keys: [] },
}

/** Names of the contract language. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'ds-flash-free': 'openrouter:deepseek/deepseek-chat-v3.1:free',
  free: 'openrouter:deepseek/deepseek-chat-v3.1:free',
  haiku: 'anthropic:claude-haiku-4-5',
}

const ENVIRONMENT_JUDGE = 'env'

/** The judges to try, in order; one that cannot answer hands on to the next. */
export function routeOf(name: string, env: Environment): readonly string[] {
  const own = isSet(env['HOLDFAST_JUDGE_URL']) ? [ENVIRONMENT_JUDGE] : []
  return [...new Set([name === 'free' ? 'ds-flash-free' : name, ...own, 'ds-flash-free', 'haiku'])]
}

export function resolveJudge(
  name: string,
  env: Environment,
  endpoints: Readonly<Record<string, EndpointOptions>> = {},
): Resolved {
  if (Object.hasOwn(endpoints, name)) return fromOptions(name, endpoints[name]!, env)
  if (name === ENVIRONMENT_JUDGE || name.startsWith(`${ENVIRONMENT_JUDGE}:`))
    return fromEnvironment(name.slice(ENVIRONMENT_JUDGE.length + 1), env)
  const spelled = Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name]! : name
  const colon = spelled.indexOf(':')
  const provider = spelled.slice(0, Math.max(0, colon))
  const model = spelled.slice(colon + 1)
  if (colon <= 0 || model === '' || !Object.hasOwn(PROVIDERS, provider)) return unknown(name, endpoints)
  return fromProvider(name, provider, model, env)
}

function fromProvider(name: string, provider: string, model: string, env: Environment): Resolved {
  const { api, baseUrl, keys } = PROVIDERS[provider]!
  const apiKey = keys.map((key) => env[key]).find(isSet)
  if (keys.length > 0 && apiKey === undefined)
    return { ok: false, reason: `${name}: ${keys.join(' or ')} is not set` }
  const free = provider === 'ollama' || (provider === 'openrouter' && model.endsWith(':free'))
  return {
    ok: true,
    endpoint: {
      label: `${provider}:${model}`,
      api,
      baseUrl,
      provider,
      pricedBy: provider,
      model,
      apiKey,
      free,
    },
  }
}

function fromOptions(name: string, options: EndpointOptions, env: Environment): Resolved {
  const { api, baseUrl, model, apiKeyEnv, free = isLoopback(baseUrl) } = options
  const apiKey = apiKeyEnv === undefined ? undefined : env[apiKeyEnv]
  if (apiKeyEnv !== undefined && !isSet(apiKey))
    return { ok: false, reason: `${name}: ${apiKeyEnv} is not set` }
  return {
    ok: true,
    endpoint: { label: `${name}:${model}`, api, baseUrl, provider: name, model, apiKey, free },
  }
}

/** `HOLDFAST_JUDGE_URL` speaks the OpenAI chat shape; on this machine, or with `HOLDFAST_JUDGE_FREE`, it is free. */
function fromEnvironment(named: string, env: Environment): Resolved {
  const baseUrl = env['HOLDFAST_JUDGE_URL']
  const model = named === '' ? env['HOLDFAST_JUDGE_MODEL'] : named
  if (!isSet(baseUrl)) return { ok: false, reason: `${ENVIRONMENT_JUDGE}: HOLDFAST_JUDGE_URL is not set` }
  if (!isSet(model)) return { ok: false, reason: `${ENVIRONMENT_JUDGE}: HOLDFAST_JUDGE_MODEL is not set` }
  const key = env['HOLDFAST_JUDGE_KEY']
  const free = isLoopback(baseUrl) || /^(?:1|true|yes)$/iu.test(env['HOLDFAST_JUDGE_FREE'] ?? '')
  return {
    ok: true,
    endpoint: {
      label: `${ENVIRONMENT_JUDGE}:${model}`,
      api: 'chat',
      baseUrl,
      provider: ENVIRONMENT_JUDGE,
      model,
      apiKey: isSet(key) ? key : undefined,
      free,
    },
  }
}

function unknown(name: string, endpoints: Readonly<Record<string, EndpointOptions>>): Resolved {
  const known = [
    ...Object.keys(endpoints),
    ...Object.keys(SHORT_NAMES),
    ...Object.keys(PROVIDERS).map((provider) => `${provider}:<model>`),
  ]
  return { ok: false, reason: `\`${name.slice(0, 80)}\` is not a judge; ${didYouMean(name, known) ?? ''}` }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

function isLoopback(url: string): boolean {
  try {
    const { hostname } = new URL(url)
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(hostname)
  } catch {
    return false
  }
}
