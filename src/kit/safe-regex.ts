import { RE2JS } from 're2js'

/** A pattern from a file, matched in time linear in the text whatever the pattern. */
export interface SafeRegex {
  readonly source: string
  test(text: string): boolean
  /** The first match as a half-open range. */
  find(text: string): { readonly start: number; readonly end: number } | undefined
}

export type RegexResult =
  | { readonly ok: true; readonly regex: SafeRegex }
  | { readonly ok: false; readonly reason: string; readonly hint?: string }

const MAX_SOURCE = 4096
const MAX_PROGRAM = 20_000

/** Compiles a pattern written for RE2, Python's `re` or JavaScript; searches anywhere in the text. */
export function safeRegex(source: string, { ignoreCase = false } = {}): RegexResult {
  if (source.length > MAX_SOURCE)
    return { ok: false, reason: `the pattern is longer than ${MAX_SOURCE} characters` }
  const unsupported = findUnsupported(source)
  if (unsupported !== undefined) return { ok: false, ...unsupported }
  try {
    const compiled = RE2JS.compile(toRe2(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    if (compiled.programSize() > MAX_PROGRAM)
      return {
        ok: false,
        reason: 'the pattern compiles to an enormous automaton',
        hint: 'lower its repeat counts',
      }
    return { ok: true, regex: wrap(source, compiled) }
  } catch (error) {
    return { ok: false, reason: (error as Error).message.replace(/^error parsing regexp: /u, '') }
  }
}

function wrap(source: string, compiled: RE2JS): SafeRegex {
  return {
    source,
    test: (text) => compiled.test(text),
    find(text) {
      // asking first whether there is a match is several times cheaper than asking where it is
      if (!compiled.test(text)) return undefined
      const matcher = compiled.matcher(text)
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined
    },
  }
}

/** Constructs no linear-time engine can offer, named so that the author knows what to change. */
function findUnsupported(source: string): { reason: string; hint: string } | undefined {
  if (/^\(\?[aimsu]*x/u.test(source))
    return {
      reason: 'verbose patterns `(?x)` are not supported',
      hint: 'write it without the spaces and comments',
    }
  for (let index = 0; index < source.length; index += 1) {
    if (source[index] === '\\') {
      const next = source[index + 1]
      if (next !== undefined && next >= '1' && next <= '9')
        return {
          reason: `back-reference \`\\${next}\` cannot be matched in linear time`,
          hint: 'write the alternatives out',
        }
      index += 1
    } else if (
      source.startsWith('(?=', index) ||
      source.startsWith('(?!', index) ||
      source.startsWith('(?<=', index) ||
      source.startsWith('(?<!', index)
    )
      return {
        reason: 'look-around cannot be matched in linear time',
        hint: 'use two clauses, one of them with `negate: true`',
      }
    else if (source.startsWith('(?P=', index))
      return {
        reason: 'back-references cannot be matched in linear time',
        hint: 'write the alternatives out',
      }
  }
  return undefined
}

/** Spellings of Python and JavaScript that RE2 writes differently. */
function toRe2(source: string): string {
  let result = ''
  for (let index = 0; index < source.length; index += 1) {
    const rest = source.slice(index, index + 6)
    if (rest.startsWith('\\Z')) {
      result += '\\z'
      index += 1
    } else if (/^\\u[0-9a-f]{4}/iu.test(rest)) {
      result += `\\x{${rest.slice(2)}}`
      index += 5
    } else if (rest.startsWith('\\')) {
      result += source.slice(index, index + 2)
      index += 1
    } else if (/^\{,\d/u.test(rest)) {
      result += '{0,'
      index += 1
    } else result += source[index]
  }
  // Python's `(?a)` and `(?u)` choose a character set that RE2 does not distinguish
  return result.replace(/^\(\?([aimsu]+)\)/u, (_, flags: string) => {
    const kept = flags.replaceAll(/[au]/gu, '')
    return kept === '' ? '' : `(?${kept})`
  })
}
