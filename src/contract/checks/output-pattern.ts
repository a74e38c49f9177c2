import { safeRegex, type RegexResult, type SafeRegex } from '../../kit/safe-regex.ts'
import { checked, text, type Shape } from '../../kit/shape/index.ts'
import { asMeant } from './doubled-backslash.ts'

/** A pattern searched in an answer. The dot matches line breaks, because answers have many lines. */
export function outputPattern(): Shape<string> {
  return checked(text({ nonEmpty: true, expected: 'a regular expression' }), (source) => {
    // without the flag that is put in front, so that the reason quotes what the author wrote
    const result = safeRegex(asMeant(source))
    if (result.ok) return undefined
    return {
      code: 'bad-regex',
      complaint: `is not a usable regular expression: ${result.reason}`,
      ...(result.hint === undefined ? {} : { hint: result.hint }),
    }
  })
}

/** Compiles a source that `outputPattern` has accepted. */
export function compileOutputPattern(source: string, options: { ignoreCase?: boolean } = {}): SafeRegex {
  const result = compiled(source, options)
  if (!result.ok) throw new Error(result.reason)
  return result.regex
}

function compiled(source: string, options: { ignoreCase?: boolean }): RegexResult {
  return safeRegex(withDotAll(asMeant(source)), options)
}

/** Joins a leading group of flags, because only there may flags of other dialects stand. */
function withDotAll(source: string): string {
  const flags = /^\(\?[a-z]+\)/u.exec(source)?.[0]
  return flags === undefined ? `(?s)${source}` : `${flags.slice(0, -1)}s)${source.slice(flags.length)}`
}
