import { RE2JS } from 're2js'
import { LOOK_BEHIND, longestMatchChars, programOf } from './pattern-program.ts'

/** A pattern from a contract: source text in re2 or Python spelling, or already compiled. */
export interface CustomPattern {
  readonly name: string
  readonly regex: string | RE2JS
}

export type PatternProblemCode =
  | 'look-around'
  | 'back-reference'
  | 'atomic-group'
  | 'longest-match'
  | 'syntax'

/** Why a pattern cannot be used. */
export interface PatternProblem {
  readonly name: string
  readonly code: PatternProblemCode
  /** A sentence for people, with the offending part in backticks where it is known. */
  readonly reason: string
}

export interface CompiledPattern {
  readonly name: string
  readonly regex: RE2JS
  /** The longest match in UTF-16 units; Infinity when it has no bound or one beyond a stream's. */
  readonly longestChars: number
}

export type PatternResult =
  | { readonly ok: true; readonly pattern: CompiledPattern }
  | { readonly ok: false; readonly problem: PatternProblem }

/** In a stream a match of a custom pattern has at most this many UTF-16 units. */
export const LONGEST_STREAM_MATCH_CHARS = 254

const REFUSED: readonly (readonly [RegExp, PatternProblemCode, string])[] = [
  [/^\(\?<?[=!]/u, 'look-around', 'look-around cannot be matched in linear time'],
  [/^\(\?P=|^\\[1-9]|^\\k</u, 'back-reference', 'back-references cannot be matched in linear time'],
  [/^\(\?>|^\(\?\(/u, 'atomic-group', 'atomic and conditional groups are not supported'],
]

export function compileCustomPattern({ name, regex }: CustomPattern): PatternResult {
  const refuse = (code: PatternProblemCode, reason: string): PatternResult => ({
    ok: false,
    problem: { name, code, reason },
  })
  if (typeof regex === 'string') {
    const construct = refusedConstruct(regex)
    if (construct !== undefined) return refuse(construct.code, construct.reason)
  }
  try {
    const compiled = typeof regex === 'string' ? RE2JS.compile(fromPythonSpelling(regex)) : regex
    const program = programOf(compiled)
    if (program.inst.some(({ op }) => op >= LOOK_BEHIND))
      return refuse('look-around', 'look-behind cannot be matched in a stream')
    if (compiled.re2Input.longest) return refuse('longest-match', 'longest-match mode is not supported')
    return {
      ok: true,
      pattern: {
        name,
        regex: compiled,
        longestChars: longestMatchChars(program, LONGEST_STREAM_MATCH_CHARS),
      },
    }
  } catch (error) {
    return refuse('syntax', error instanceof Error ? error.message : String(error))
  }
}

interface Construct {
  readonly code: PatternProblemCode
  readonly reason: string
}

/** Finds what re2 cannot do before re2 complains in words of its own. */
function refusedConstruct(source: string): Construct | undefined {
  for (const { at, inClass } of pieces(source)) {
    if (inClass) continue
    const rest = source.slice(at, at + 4)
    for (const [construct, code, reason] of REFUSED) {
      const part = construct.exec(rest)?.[0]
      if (part !== undefined) return { code, reason: `${reason}: \`${part}\` in \`${source}\`` }
    }
  }
  return undefined
}

/** `\Z` is the end of the text in Python, which re2 writes `\z`; `(?P<n>…)`, `\A` and `(?i)` are the same in both. */
function fromPythonSpelling(source: string): string {
  let result = ''
  for (const { piece, inClass } of pieces(source)) result += piece === '\\Z' && !inClass ? '\\z' : piece
  return result
}

/** Characters and escapes of a pattern, with whether they stand in a `[class]`. */
function* pieces(source: string): Generator<{ piece: string; at: number; inClass: boolean }> {
  let classStart = -1
  for (let at = 0; at < source.length;) {
    const piece = source[at] === '\\' ? source.slice(at, at + 2) : source[at]!
    const inClass = classStart >= 0
    yield { piece, at, inClass }
    if (!inClass && piece === '[') classStart = source[at + 1] === '^' ? at + 2 : at + 1
    // a `]` that comes first stands for itself
    else if (inClass && piece === ']' && at > classStart) classStart = -1
    at += piece.length
  }
}
