import type { SafeRegex } from '../../kit/safe-regex.ts'

/** Texts with nothing in common: a pattern that is found in all of them asks for nothing. */
const UNLIKE_TEXTS: readonly string[] = [
  '',
  'x',
  '7',
  ' ',
  '\n',
  '\u0001',
  '\u{1f9ff}',
  '{}',
  'Words, and a few more.',
  'A\nB\n',
  '~'.repeat(20_000),
]

export function matchesEverything(regex: SafeRegex): boolean {
  return UNLIKE_TEXTS.every((text) => regex.test(text))
}

/** An atom that takes one character and has no quantifier that lets it take none. */
const TAKES_ONE = String.raw`(?:\\[dwsDWS.$^+*?()[\]{}|\\]|[A-Za-z0-9 ,:;<>=!@#%&'"_~-])`
const AFTER_END = new RegExp(String.raw`^\$${TAKES_ONE}(?![?*{])`, 'u')
const BEFORE_START = new RegExp(String.raw`^${TAKES_ONE}\^`, 'u')

/** The anchor that something would have to stand on the wrong side of; line by line patterns may have both. */
export function impossibleAnchor(source: string): '$' | '^' | undefined {
  if (/\(\?[a-z]*m/u.test(source)) return undefined
  let inClass = false
  for (let index = 0; index < source.length; index += 1) {
    const rest = source.slice(index, index + 4)
    if (inClass) {
      if (rest.startsWith('\\')) index += 1
      else if (rest.startsWith(']')) inClass = false
      continue
    }
    if (AFTER_END.test(rest)) return '$'
    if (BEFORE_START.test(rest)) return '^'
    if (rest.startsWith('\\')) index += 1
    else if (rest.startsWith('[')) inClass = true
  }
  return undefined
}
