import type { WireFormat } from '../wire/format.ts'
import { routeRequest } from '../wire/routing.ts'
import type { WireRoute } from '../wire/route.ts'

export type ModelRoute =
  | { readonly kind: 'judged'; readonly format: WireFormat; readonly route: WireRoute; readonly path: string }
  | { readonly kind: 'unjudged'; readonly reason: string }
  | { readonly kind: 'passthrough' }

/** Backends that speak a format of their own under these names. */
const FOREIGN =
  /\/(?:invoke|invoke-with-response-stream|converse|converse-stream)$|:(?:rawPredict|streamRawPredict)$/iu

const MOST_REMEMBERED = 100

/** Programs ask for few paths again and again. */
export function rememberingRoutes(
  formats: readonly WireFormat[],
): (method: string, url: string) => ModelRoute {
  const remembered = new Map<string, ModelRoute>()
  return (method, url) => {
    const key = `${method} ${url}`
    let route = remembered.get(key)
    if (route === undefined) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(key, (route = routeOf(method, url, formats)))
    }
    return route
  }
}

/**
 * A client may point anywhere, also at a gateway with a path of its own in front; so every tail of the path is
 * tried, the longest first.
 */
function routeOf(method: string, url: string, formats: readonly WireFormat[]): ModelRoute {
  const { pathname, search } = new URL(url)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const tails = segments.map((_, from) => `/${segments.slice(from).join('/')}${search}`)
  for (const path of tails)
    for (const format of formats) {
      const route = format.match(method, path)
      if (route?.operation === 'count') return { kind: 'passthrough' }
      if (route !== undefined) return { kind: 'judged', format, route, path }
    }
  const unjudged = tails.map((path) => routeRequest(method, path)).find(({ kind }) => kind === 'unjudged')
  if (unjudged?.kind === 'unjudged') return { kind: 'unjudged', reason: unjudged.reason }
  if (FOREIGN.test(pathname)) return { kind: 'unjudged', reason: 'a format of another backend' }
  return { kind: 'passthrough' }
}
