export interface GlobOptions {
  readonly ignoreCase?: boolean
}

/**
 * `*` matches any run of characters, `?` exactly one; everything else is literal and the whole text must
 * match. Runs in O(text × stars) without a regex, so that hostile text cannot make it backtrack.
 */
export function globMatcher(
  glob: string,
  { ignoreCase = false }: GlobOptions = {},
): (text: string) => boolean {
  const pattern = ignoreCase ? glob.toLowerCase() : glob
  if (!/[*?]/u.test(pattern)) return (text) => (ignoreCase ? text.toLowerCase() : text) === pattern
  return (text) => matches(pattern, ignoreCase ? text.toLowerCase() : text)
}

function matches(pattern: string, text: string): boolean {
  let at = 0
  let from = 0
  let star = -1
  let resume = 0
  while (from < text.length) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at
      resume = from
      at += 1
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[from])) {
      at += 1
      from += 1
    } else if (star >= 0) {
      // the last star swallows one more character; earlier stars never need to be tried again
      at = star + 1
      resume += 1
      from = resume
    } else return false
  }
  while (at < pattern.length && pattern[at] === '*') at += 1
  return at === pattern.length
}

/** Several globs joined by `|`: the text matches when any of them does. */
export function globListMatcher(globs: readonly string[], options?: GlobOptions): (text: string) => boolean {
  const matchers = globs.map((glob) => globMatcher(glob, options))
  return (text) => matchers.some((isMatch) => isMatch(text))
}
