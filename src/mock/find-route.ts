import type { WireFormat } from '../wire/format.ts'
import { openaiChat, wireFormats } from '../wire/formats/index.ts'
import type { WireRoute } from '../wire/route.ts'

const FORMATS: readonly WireFormat[] = wireFormats

/** What an address means to a server that speaks every format. */
export type FoundRoute =
  | { readonly kind: 'model'; readonly format: WireFormat; readonly route: WireRoute }
  | { readonly kind: 'models'; readonly model?: string }
  | { readonly kind: 'health' }
  | { readonly kind: 'unknown' }

/** The provider named in front of a path, and the path that it would see itself. */
export function splitPrefix(path: string): { readonly provider?: string; readonly rest: string } {
  for (const { provider } of FORMATS) {
    const prefix = `/${provider}`
    const next = path.startsWith(prefix) ? path[prefix.length] : ''
    if (next === undefined || next === '/' || next === '?')
      return { provider, rest: path.slice(prefix.length) || '/' }
  }
  return { rest: path }
}

export function findRoute(method: string, path: string): FoundRoute {
  const { provider, rest } = splitPrefix(path)
  for (const format of FORMATS) {
    if (provider !== undefined && format.provider !== provider) continue
    const route = format.match(method, rest)
    if (route !== undefined) return { kind: 'model', format, route }
  }
  const segments = rest
    .split('?', 1)
    .join('')
    .split('/')
    .filter((segment) => segment !== '')
  if (method !== 'GET' && method !== 'HEAD') return { kind: 'unknown' }
  if (segments.length === 1 && segments[0] === 'health') return { kind: 'health' }
  const models = segments.indexOf('models')
  if (models < 0) return { kind: 'unknown' }
  const model = segments.slice(models + 1).join('/')
  return model === '' ? { kind: 'models' } : { kind: 'models', model: decodeURIComponentSafely(model) }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The format in whose voice an error is told: the one asked for, or the most widely understood. */
export function voiceFor(path: string): WireFormat {
  const { provider, rest } = splitPrefix(path)
  const candidates = provider === undefined ? FORMATS : FORMATS.filter((each) => each.provider === provider)
  return (
    candidates.find((each) => each.match('POST', rest) !== undefined) ??
    (provider === undefined ? openaiChat : candidates[0]!)
  )
}
