import { openaiChat, routeRequest, wireFormats, type WireFormat, type WireRoute } from '../wire/index.ts'

/** What an address means to a server that speaks every format. */
export type FoundRoute =
  | { readonly kind: 'model'; readonly format: WireFormat; readonly route: WireRoute }
  | { readonly kind: 'models'; readonly model?: string }
  | { readonly kind: 'health' }
  | { readonly kind: 'unknown' }

export function findRoute(method: string, path: string): FoundRoute {
  const routed = routeRequest(method, path)
  if (routed.kind === 'judged' || routed.kind === 'counted')
    return { kind: 'model', format: routed.format, route: routed.route }
  if (method !== 'GET' && method !== 'HEAD') return { kind: 'unknown' }
  const segments = routed.path
    .split('?', 1)
    .join('')
    .split('/')
    .filter((segment) => segment !== '')
  if (segments.length === 1 && segments[0] === 'health') return { kind: 'health' }
  const models = segments.indexOf('models')
  if (models < 0) return { kind: 'unknown' }
  const model = segments.slice(models + 1).join('/')
  return model === '' ? { kind: 'models' } : { kind: 'models', model: decoded(model) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The format in whose voice an error is told: the one asked for, or the most widely understood. */
export function voiceFor(path: string): WireFormat {
  const routed = routeRequest('POST', path)
  if (routed.kind === 'judged' || routed.kind === 'counted') return routed.format
  return wireFormats.find(({ provider }) => provider === routed.provider) ?? openaiChat
}
