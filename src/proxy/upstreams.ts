import { networkInterfaces, hostname } from 'node:os'
import { Pool } from 'undici'
import { HoldfastError } from '../kit/errors.ts'
import { PROVIDERS, type Provider } from './providers.ts'

export type UpstreamUrls = Readonly<Partial<Record<Provider, string>>>

const DEFAULT_URLS: Readonly<Record<Provider, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  gemini: 'https://generativelanguage.googleapis.com',
  openrouter: 'https://openrouter.ai/api',
}

/** Put in where neither the client's path nor the base URL names a version. */
const DEFAULT_VERSIONS: Readonly<Record<Provider, string>> = {
  anthropic: 'v1',
  openai: 'v1',
  gemini: 'v1beta',
  openrouter: 'v1',
}

/** Where clients look for the provider; only used when it is not this very gateway. */
const CLIENT_VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  anthropic: ['ANTHROPIC_BASE_URL'],
  openai: ['OPENAI_BASE_URL'],
  gemini: ['GOOGLE_GEMINI_BASE_URL'],
  openrouter: ['OPENROUTER_BASE_URL'],
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Where this process listens, to be recognised in a URL. */
export interface OwnAddress {
  readonly host: string
  readonly port: number
}

export interface Upstream {
  readonly provider: Provider
  readonly origin: string
  /** The URL as it was chosen, for people. */
  readonly url: string
  readonly chosenBy: 'flag' | 'environment' | 'contract' | 'client-variable' | 'default'
  readonly pool: Pool
  pathOf(path: string): string
}

export type Upstreams = Readonly<Record<Provider, Upstream>>

/** One pool for each origin, shared by all contracts. */
export class UpstreamPools {
  private readonly pools = new Map<string, Pool>()
  private readonly timeoutMs: number

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs
  }

  poolOf(origin: string): Pool {
    let pool = this.pools.get(origin)
    if (pool === undefined) {
      pool = new Pool(origin, { headersTimeout: this.timeoutMs, bodyTimeout: this.timeoutMs, allowH2: false })
      this.pools.set(origin, pool)
    }
    return pool
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()))
  }
}

export interface UpstreamSources {
  readonly flags: UpstreamUrls
  readonly contract: UpstreamUrls
  readonly env: Environment
  readonly own: OwnAddress
}

/** From flags, environment, contract, or the provider itself; never this gateway. */
export function resolveUpstreams(sources: UpstreamSources, pools: UpstreamPools): Upstreams {
  return Object.fromEntries(
    PROVIDERS.map((provider) => [provider, resolveUpstream(provider, sources, pools)]),
  ) as unknown as Upstreams
}

function resolveUpstream(provider: Provider, sources: UpstreamSources, pools: UpstreamPools): Upstream {
  const { url, chosenBy } = choose(provider, sources)
  const parsed = parseUrl(provider, url, chosenBy)
  if (isOwnAddress(parsed, sources.own))
    throw new HoldfastError(
      'HF_USAGE',
      `the ${provider} upstream \`${url}\` is this gateway itself, so requests would go round in circles`,
      `give the provider's own URL with --upstream-${provider} or HOLDFAST_UPSTREAM_${provider.toUpperCase()}`,
    )
  const base = parsed.pathname.replace(/\/+$/u, '')
  const joined = rememberingPaths((path) => joinPath(base, path, DEFAULT_VERSIONS[provider]))
  return {
    provider,
    origin: parsed.origin,
    url,
    chosenBy,
    pool: pools.poolOf(parsed.origin),
    pathOf: joined,
  }
}

function choose(
  provider: Provider,
  { flags, contract, env, own }: UpstreamSources,
): { readonly url: string; readonly chosenBy: Upstream['chosenBy'] } {
  const named = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''
  const flag = flags[provider]
  if (named(flag)) return { url: flag, chosenBy: 'flag' }
  const variable = env[`HOLDFAST_UPSTREAM_${provider.toUpperCase()}`]
  if (named(variable)) return { url: variable, chosenBy: 'environment' }
  const written = contract[provider]
  if (named(written)) return { url: written, chosenBy: 'contract' }
  for (const name of CLIENT_VARIABLES[provider]) {
    const value = env[name]
    if (named(value) && URL.canParse(value) && !isOwnAddress(new URL(value), own))
      return { url: value, chosenBy: 'client-variable' }
  }
  return { url: DEFAULT_URLS[provider], chosenBy: 'default' }
}

function parseUrl(provider: Provider, url: string, chosenBy: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed
  throw new HoldfastError(
    'HF_USAGE',
    `the ${provider} upstream \`${url}\` (from ${chosenBy}) is not an http or https URL`,
  )
}

const LOOPBACK =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:7f[0-9a-f:]*\]?|0\.0\.0\.0|\[?::\]?)$/iu

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) && host !== '0.0.0.0' && host !== '::' && host !== '[::]'
}

function isOwnAddress(url: URL, own: OwnAddress): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (port !== own.port) return false
  const host = url.hostname.replace(/^\[|\]$/gu, '').toLowerCase()
  if (LOOPBACK.test(host) || host === own.host.toLowerCase()) return true
  if (host === hostname().toLowerCase()) return true
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === host))
}

const MOST_PATHS = 1000

/** Agents ask for few paths again and again. */
function rememberingPaths(join: (path: string) => string): (path: string) => string {
  const known = new Map<string, string>()
  return (path) => {
    let joined = known.get(path)
    if (joined === undefined) {
      joined = join(path)
      if (known.size >= MOST_PATHS) known.clear()
      known.set(path, joined)
    }
    return joined
  }
}

const VERSION = /^v\d+[a-z]*\d*$/u

function isVersion(segment: string): boolean {
  return VERSION.test(segment)
}

/** A version is taken once, whether the base URL, the client or neither of them names it; the client's wins. */
export function joinPath(base: string, path: string, defaultVersion: string): string {
  const at = path.indexOf('?')
  const [route, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)]
  let prefix = base
  let rest = route
  // clients of OpenRouter write `/api/v1`, and so does its base URL
  if (/\/api(?:\/v\d+[a-z]*\d*)?$/u.test(prefix) && /^\/api(?:\/|$)/u.test(rest)) rest = rest.slice(4) || '/'
  const segments = rest.split('/')
  const named = isVersion(segments[1] ?? '')
  const slash = prefix.lastIndexOf('/')
  const isVersioned = slash >= 0 && isVersion(prefix.slice(slash + 1))
  if (named && isVersioned) prefix = prefix.slice(0, slash)
  else if (!isVersioned && rest !== '/' && !segments.includes('deployments') && !segments.some(isVersion))
    prefix = `${prefix}/${defaultVersion}`
  return `${prefix}${rest}${query}`
}
