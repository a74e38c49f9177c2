import { globListMatcher } from '../kit/glob.ts'
import { checked, text, type Shape } from '../kit/shape/index.ts'
import { safeRegex } from '../kit/safe-regex.ts'

export type ToolMatcher = (tool: string) => boolean

/** Globs joined by `|`, or a regular expression between slashes; either way the whole tool name, in any case. */
export function toolPatternSource(): Shape<string> {
  return checked(text({ nonEmpty: true, expected: 'a tool pattern' }), (source) => {
    const regex = regexInside(source)
    if (regex === undefined)
      return source.split('|').some((part) => part.trim() === '')
        ? {
            code: 'empty-pattern',
            complaint: 'has an empty alternative, which would match nothing',
            hint: 'remove the stray `|`',
          }
        : undefined
    const result = safeRegex(anchored(regex), { ignoreCase: true })
    return result.ok
      ? undefined
      : { code: 'bad-regex', complaint: `is not a usable regular expression: ${result.reason}` }
  })
}

export function compileToolPattern(source: string): ToolMatcher {
  const regex = regexInside(source)
  if (regex === undefined)
    return globListMatcher(
      source.split('|').map((part) => part.trim()),
      { ignoreCase: true },
    )
  const result = safeRegex(anchored(regex), { ignoreCase: true })
  if (!result.ok) throw new Error(result.reason)
  return (tool) => result.regex.test(tool)
}

function regexInside(source: string): string | undefined {
  return source.length > 2 && source.startsWith('/') && source.endsWith('/') ? source.slice(1, -1) : undefined
}

function anchored(regex: string): string {
  return `^(?:${regex})$`
}
