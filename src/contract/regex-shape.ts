import { safeRegex, type SafeRegex } from '../kit/safe-regex.ts'
import { checked, text, type Shape } from '../kit/shape/index.ts'

/** A pattern that compiles on the linear-time engine; anything else is refused with the reason. */
export function regexSource(): Shape<string> {
  return checked(text({ nonEmpty: true, expected: 'a regular expression' }), (source) => {
    const result = safeRegex(source)
    if (result.ok) return undefined
    return {
      code: 'bad-regex',
      complaint: `is not a usable regular expression: ${result.reason}`,
      ...(result.hint === undefined ? {} : { hint: result.hint }),
    }
  })
}

/** Compiles a source that `regexSource` has accepted. */
export function compileAccepted(source: string): SafeRegex {
  const result = safeRegex(source)
  if (!result.ok) throw new Error(result.reason)
  return result.regex
}
