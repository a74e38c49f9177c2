import { globCovers, globsMeet } from './globs.ts'

/** What stands in `before_tool_pattern` or `tool`: globs, or a regular expression nobody looks into here. */
export type ToolNames =
  | { readonly kind: 'globs'; readonly globs: readonly string[] }
  | { readonly kind: 'regex'; readonly source: string }

/** Such patterns match in any case, so they are compared in lower case. */
export function toolNames(pattern: string): ToolNames {
  const isRegex = pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/')
  return isRegex
    ? { kind: 'regex', source: pattern.slice(1, -1) }
    : { kind: 'globs', globs: pattern.split('|').map((part) => part.trim().toLowerCase()) }
}

/** Every tool that `narrow` names is named by `wide`. */
export function toolsCover(wide: string, narrow: string): boolean {
  const [outer, inner] = [toolNames(wide), toolNames(narrow)]
  if (outer.kind === 'globs' && outer.globs.includes('*')) return true
  if (outer.kind === 'regex' || inner.kind === 'regex') return wide === narrow
  return inner.globs.every((glob) => outer.globs.some((other) => globCovers(other, glob)))
}

/** Some tool may be named by both; a regular expression may name any. */
export function toolsMeet(left: string, right: string): boolean {
  const [one, other] = [toolNames(left), toolNames(right)]
  if (one.kind === 'regex' || other.kind === 'regex') return true
  return one.globs.some((glob) => other.globs.some((each) => globsMeet(glob, each)))
}
