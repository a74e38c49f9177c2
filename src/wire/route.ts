import type { Framing } from './frame.ts'

/** What a format says about a request it knows. */
export interface WireRoute {
  /** `reply` is judged; `count` and `other` only pass. */
  readonly operation: 'reply' | 'count'
  /** Where the path and not the body names the model. */
  readonly model?: string
  /** Where the path and not the body asks for a stream. */
  readonly stream?: boolean
  /** Where this stream is framed in another way than the format's usual one. */
  readonly framing?: Framing
}

/** The path without its query, split at its slashes; a version such as `v1` or `v1beta` in front is left out. */
export function pathSegments(path: string): readonly string[] {
  const segments = path
    .split('?', 1)
    .join('')
    .split('/')
    .filter((segment) => segment !== '')
  return /^v\d+[a-z]*\d*$/u.test(segments[0] ?? '') ? segments.slice(1) : segments
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
