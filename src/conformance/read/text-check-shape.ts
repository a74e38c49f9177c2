import { eitherOf, list, optional, text, type ObjectOf, type Shape } from '../../kit/shape/index.ts'
import { safeRegex, type SafeRegex } from '../../kit/safe-regex.ts'
import type { TextCheck } from '../model.ts'

/** A pattern that is matched in linear time. */
export function pattern(): Shape<SafeRegex> {
  const written = text({ nonEmpty: true, expected: 'a regular expression' })
  return {
    expected: written.expected,
    read(node, place) {
      const source = written.read(node, place)
      if (source === undefined) return undefined
      const compiled = safeRegex(source)
      if (compiled.ok) return compiled.regex
      place.report({
        code: 'bad-pattern',
        path: place.path,
        offset: node.start,
        message: `${place.subject} cannot be used: ${compiled.reason}`,
        hint: compiled.hint ?? 'patterns are written as for RE2 or Python',
      })
      return undefined
    },
    schema: () => ({ type: 'string' }),
  }
}

const oneOrMore = eitherOf(text(), list(text(), { nonEmpty: true }))

/** What may be said of any text. */
export const TEXT_FIELDS = {
  equals: optional(text(), 'the whole text'),
  contains: optional(oneOrMore, 'what it holds: one text or several'),
  not_contains: optional(oneOrMore, 'what it must not hold'),
  matches: optional(pattern(), 'a pattern found in it'),
  not_matches: optional(pattern(), 'a pattern not found in it'),
}

export type TextFields = ObjectOf<typeof TEXT_FIELDS>

export function textCheckOf(fields: TextFields): TextCheck {
  const { equals, contains, not_contains, matches, not_matches } = fields
  return {
    ...(equals !== undefined && { equals }),
    contains: several(contains),
    notContains: several(not_contains),
    ...(matches !== undefined && { matches }),
    ...(not_matches !== undefined && { notMatches: not_matches }),
  }
}

function several(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
