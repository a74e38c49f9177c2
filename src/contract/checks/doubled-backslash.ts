import { safeRegex } from '../../kit/safe-regex.ts'
import type { OptionProblem } from '../define-operator.ts'

const CLASS_LETTERS = 'dwsDWS'
const QUANTIFIERS = '*+?{'

/**
 * The pattern its author meant. Inside single quotes YAML keeps both backslashes of `'\\d+'`, and the regex
 * then asks for a real backslash, so a negated check can never fail. The pattern is read as meant only when
 * the slip is evident: every run of backslashes is even, and a doubled `\\d`, `\\w` or `\\s` stands in a
 * character class or carries a quantifier. `C:\\data` stays what it is.
 */
export function asMeant(source: string): string {
  if (!isEvidentlyDoubled(source)) return source
  const halved = source.replaceAll('\\\\', '\\')
  return safeRegex(halved).ok ? halved : source
}

/** The warning for a pattern that is not read as written. */
export function doublingProblem(field: string, source: string): readonly OptionProblem[] {
  const meant = asMeant(source)
  if (meant === source) return []
  return [
    {
      level: 'warning',
      field,
      code: 'doubled-backslash',
      complaint: `has doubled backslashes and as written could only match a real backslash; it is read as \`${meant}\``,
      hint: `write '${meant.replaceAll("'", "''")}' in single quotes`,
    },
  ]
}

function isEvidentlyDoubled(source: string): boolean {
  let evident = false
  let inClass = false
  for (let index = 0; index < source.length; index += 1) {
    const unit = source[index]!
    if (unit === '\\') {
      const run = runOfBackslashes(source, index)
      if (run % 2 === 1) return false
      index += run - 1
      const letter = source[index + 1]
      if (run === 2 && letter !== undefined && CLASS_LETTERS.includes(letter))
        evident ||= inClass || isQuantifier(source[index + 2])
    } else if (unit === '[' && !inClass) inClass = true
    else if (unit === ']') inClass = false
  }
  return evident
}

function runOfBackslashes(source: string, from: number): number {
  let to = from
  while (source[to] === '\\') to += 1
  return to - from
}

function isQuantifier(unit: string | undefined): boolean {
  return unit !== undefined && QUANTIFIERS.includes(unit)
}
