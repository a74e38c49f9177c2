import { globMatcher } from '../kit/glob.ts'
import { safeRegex } from '../kit/safe-regex.ts'

/** Shell-style, over the whole URL: `*` also crosses slashes, `?` is one character, `[abc]` and `[!abc]` one of a set. */
export function urlMatcher(pattern: string): (url: string) => boolean {
  if (!/\[[^\]]+\]/u.test(pattern)) return globMatcher(pattern)
  const compiled = safeRegex(`^(?:${toRegex(pattern)})$`)
  // a set that makes no sense is taken as it is written
  return compiled.ok ? (url) => compiled.regex.test(url) : globMatcher(pattern)
}

function toRegex(pattern: string): string {
  return [...pattern.matchAll(/\[(?<not>!?)(?<set>[^\]]+)\]|(?<one>.)/gsu)]
    .map(({ groups }) => {
      const { not = '', set, one = '' } = groups ?? {}
      if (set !== undefined) return `[${not === '' ? '' : '^'}${set.replaceAll(/[\\^[]/gu, '\\$&')}]`
      if (one === '*') return '(?s:.*)'
      return one === '?' ? '(?s:.)' : one.replace(/[.*+?^${}()|[\]\\]/u, '\\$&')
    })
    .join('')
}
