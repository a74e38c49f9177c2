import { checked, list, object, required, text } from '../kit/shape/index.ts'
import { compileCustomPattern } from '../pii/index.ts'

/** `custom_patterns`: names and regular expressions that compile on the linear-time engine. */
export const CUSTOM_PATTERNS = list(
  checked(
    object({
      name: required(text({ nonEmpty: true }), 'Shown in `[REDACTED_NAME]`.'),
      regex: required(
        text({ nonEmpty: true, expected: 'a regular expression' }),
        'Matched in linear time; look-around and back-references are refused.',
      ),
    }),
    (pattern) => {
      const result = compileCustomPattern(pattern)
      return result.ok
        ? undefined
        : { code: 'bad-regex', complaint: `is not a usable pattern: ${result.problem.reason}` }
    },
  ),
)
