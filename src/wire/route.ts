import type { Framing } from './frame.ts'

/** What a format says about a request it knows. */
export interface WireRoute {
  /** `reply` is judged; `count` only counts tokens. */
  readonly operation: 'reply' | 'count'
  /** Where the path and not the body names the model. */
  readonly model?: string
  /** Where the path and not the body asks for a stream. */
  readonly stream?: boolean
  /** Where this stream is framed in another way than the format's usual one. */
  readonly framing?: Framing
}

/**
 * The path as the provider will read it, whatever way it is written: without query, empty steps and encoding, and
 * without the version (`v1`, `v1beta`, `api/v1`) in front.
 */
export function pathSegments(path: string): readonly string[] {
  const segments: string[] = []
  for (const written of path.split('?', 1).join('').split('/')) {
    const segment = decodedSegment(written)
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const start = segments[0] === 'api' ? 1 : 0
  return /^v\d+[a-z]*\d*$/u.test(segments[start] ?? '') ? segments.slice(start + 1) : segments
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export function queryOf(path: string, name: string): string | undefined {
  const start = path.indexOf('?')
  if (start < 0) return undefined
  for (const pair of path.slice(start + 1).split('&')) {
    const [key = '', ...value] = pair.split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

export function isPost(method: string): boolean {
  return method.toUpperCase() === 'POST'
}
