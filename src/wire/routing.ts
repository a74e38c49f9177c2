import type { WireFormat } from './format.ts'
import { anthropicMessages, gemini, openaiChat, openaiResponses, openrouter } from './formats/index.ts'
import { isPost, pathSegments, type WireRoute } from './route.ts'

/** What a request is, before anyone has read its body. */
export type RoutedRequest = {
  /** Absent for a path that no prefix and no format claims. */
  readonly provider?: string
  /** The path to ask the provider for. */
  readonly path: string
} & (
  | {
      readonly kind: 'judged' | 'counted'
      readonly provider: string
      readonly format: WireFormat
      readonly route: WireRoute
    }
  /** Makes or fetches model output in a way that cannot be judged here; whoever lets it pass should say so. */
  | { readonly kind: 'unjudged'; readonly reason: string }
  | { readonly kind: 'passthrough' }
)

/** Prefixes tell apart what several providers call by the same path. */
const PROVIDERS: ReadonlyMap<string, readonly WireFormat[]> = new Map([
  ['anthropic', [anthropicMessages]],
  ['openai', [openaiChat, openaiResponses]],
  ['gemini', [gemini]],
  ['openrouter', [openrouter, openaiResponses, anthropicMessages]],
])

const WITHOUT_PREFIX: readonly WireFormat[] = [anthropicMessages, openaiChat, openaiResponses, gemini]

export function routeRequest(method: string, path: string): RoutedRequest {
  const [, first = ''] = path.split(/[/?]/u, 2)
  const formats = PROVIDERS.get(first)
  if (formats === undefined) return routeWithin(method, path, WITHOUT_PREFIX, undefined)
  const rest = path.slice(first.length + 1)
  return routeWithin(method, rest.startsWith('/') ? rest : `/${rest}`, formats, first)
}

function routeWithin(
  method: string,
  path: string,
  formats: readonly WireFormat[],
  prefix: string | undefined,
): RoutedRequest {
  for (const format of formats) {
    const route = format.match(method, path)
    if (route === undefined) continue
    const provider = prefix ?? format.provider
    return { kind: route.operation === 'reply' ? 'judged' : 'counted', provider, path, format, route }
  }
  const reason = unjudgedReason(method, pathSegments(path))
  const known = { path, ...(prefix !== undefined && { provider: prefix }) }
  return reason === undefined ? { kind: 'passthrough', ...known } : { kind: 'unjudged', reason, ...known }
}

/** Ways to model output that this layer has no format for. */
const UNJUDGED = new Map([
  ['completions', 'legacy completions'],
  ['complete', 'legacy completions'],
  ['interactions', 'interactions'],
  ['batches', 'batches'],
  ['realtime', 'realtime sessions'],
  ['threads', 'assistants'],
  ['assistants', 'assistants'],
  ['conversations', 'stored conversations'],
  ['responses', 'stored replies'],
  ['messages', 'batches'],
])

function unjudgedReason(method: string, segments: readonly string[]): string | undefined {
  const [first = '', second, third] = segments
  if ((segments.at(-1) ?? '').endsWith(':batchGenerateContent')) return 'batches'
  if (first === 'chat' && second === 'completions' && third !== undefined) return 'stored replies'
  if (first === 'responses' && second === undefined && !isPost(method)) return 'realtime sessions'
  return UNJUDGED.get(first)
}
