import type { WireFormat } from '../wire/format.ts'
import { wireFormats } from '../wire/formats/index.ts'
import type { WireRoute } from '../wire/route.ts'
import { isProvider, PROVIDERS, type Provider } from './providers.ts'

/** A request for a provider: where it goes and, when its reply is judged, in which format it is written. */
export interface Destination {
  readonly provider: Provider
  /** What follows the provider's prefix, as the client wrote it, query included. */
  readonly path: string
  readonly judged?: { readonly format: WireFormat; readonly route: WireRoute }
}

/** Under every prefix the provider's own formats come first, and no known format goes unjudged under another's. */
const FORMATS = Object.fromEntries(
  PROVIDERS.map((provider) => [
    provider,
    [...wireFormats].sort(
      (left, right) => Number(right.provider === provider) - Number(left.provider === provider),
    ),
  ]),
) as unknown as Readonly<Record<Provider, readonly WireFormat[]>>

const MOST_REMEMBERED = 1000
const remembered = new Map<string, Destination>()

/** Agents ask for few paths again and again. `undefined` when the path belongs to no provider. */
export function destinationOf(
  method: string,
  path: string,
  override: string | undefined,
): Destination | undefined {
  const key = `${override ?? method} ${path}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const found = findDestination(method, path, override)
  if (found === undefined) return undefined
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(key, found)
  return found
}

function findDestination(
  method: string,
  path: string,
  override: string | undefined,
): Destination | undefined {
  const end = path.indexOf('/', 1)
  const first = path.slice(1, end < 0 ? path.length : end).split('?', 1)[0]!
  if (isProvider(first)) {
    const rest = path.slice(first.length + 1)
    const inner = rest.startsWith('/') ? rest : `/${rest}`
    const judged = judgedAnywhere(FORMATS[first], override ?? method, inner)
    return { provider: first, path: inner, ...(judged && { judged }) }
  }
  // a path without a prefix is only taken when it can mean one provider
  for (const provider of PROVIDERS) {
    if (provider === 'openrouter') continue
    const judged = judgedBy(
      FORMATS[provider].filter((format) => format.provider === provider),
      method,
      path,
    )
    if (judged !== undefined) return { provider, path, judged }
  }
  return undefined
}

/**
 * A path that a lenient server would take for a known one is treated as the known one: otherwise another spelling
 * would be a way around the contract.
 */
function judgedBy(formats: readonly WireFormat[], method: string, path: string): Destination['judged'] {
  const upper = method.toUpperCase()
  const plain = plainPath(path)
  for (const spelling of plain === path ? [path] : [path, plain, plain.toLowerCase()])
    for (const format of formats) {
      const route = format.match(upper, spelling)
      if (route?.operation === 'reply') return { format, route }
      if (route !== undefined) return undefined
    }
  return undefined
}

/**
 * Providers serve one another's formats under paths of their own (`/v1beta/openai/chat/completions`), and so do
 * gateways behind this one: every tail of the path is tried, the longest first.
 */
function judgedAnywhere(formats: readonly WireFormat[], method: string, path: string): Destination['judged'] {
  const [route = '', ...query] = path.split('?')
  const segments = route.split('/')
  for (let from = 1; from < segments.length; from += 1) {
    // messages of a thread only share their last word with Messages
    if (segments[from - 1] === 'threads') return undefined
    const tail = [`/${segments.slice(from).join('/')}`, ...query].join('?')
    const judged = judgedBy(formats, method, tail)
    if (judged !== undefined) return judged
  }
  return undefined
}

/** Without escapes, doubled slashes, dot segments and capitals in front of the query. */
function plainPath(path: string): string {
  if (!/[%A-Z\\;]|\/\/|\/\./u.test(path)) return path
  const at = path.indexOf('?')
  const [before, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)]
  const segments: string[] = []
  for (const segment of decoded(before).replaceAll('\\', '/').split('/')) {
    const name = segment.split(';', 1)[0]!
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return `/${segments.join('/')}${query}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
