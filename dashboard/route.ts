import { signal } from '@preact/signals'

/** Where the reader is, kept in the address so that a view can be sent to someone. */
export type Route =
  | { readonly view: 'runs' }
  | { readonly view: 'run'; readonly id: string }
  | { readonly view: 'cell'; readonly id: string; readonly cell: number }
  | { readonly view: 'compare'; readonly left: string; readonly right: string }
  | { readonly view: 'sessions' }
  | { readonly view: 'session'; readonly id: string; readonly seq?: number }
  | { readonly view: 'live' }

export function addressOf(route: Route): string {
  switch (route.view) {
    case 'run':
      return `#/run/${encodeURIComponent(route.id)}`
    case 'cell':
      return `#/run/${encodeURIComponent(route.id)}/cell/${route.cell}`
    case 'compare':
      return `#/compare/${encodeURIComponent(route.left)}/${encodeURIComponent(route.right)}`
    case 'session': {
      const at = route.seq === undefined ? '' : `/${route.seq}`
      return `#/session/${encodeURIComponent(route.id)}${at}`
    }
    default:
      return `#/${route.view}`
  }
}

export function routeOf(hash: string): Route {
  const [view, first = '', second, third] = hash.replace(/^#\/?/u, '').split('/').map(decoded)
  if (view === 'run' && second === 'cell') return { view: 'cell', id: first, cell: Number(third) }
  if (view === 'run') return { view: 'run', id: first }
  if (view === 'compare') return { view: 'compare', left: first, right: second ?? '' }
  if (view === 'session')
    return { view: 'session', id: first, ...(second === undefined ? {} : { seq: Number(second) }) }
  if (view === 'sessions' || view === 'live') return { view }
  return { view: 'runs' }
}

/** An address typed by hand may hold a lone `%`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const route = signal<Route>(routeOf(location.hash))

addEventListener('hashchange', () => {
  route.value = routeOf(location.hash)
})

export function go(to: Route): void {
  location.hash = addressOf(to)
}
