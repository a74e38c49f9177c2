import type { SourceText } from './source-text.ts'

/** Something wrong with a file, with the place, the reason and, where there is one, the fix. */
export interface Problem {
  readonly level: 'error' | 'warning'
  readonly code: string
  /** Where in the document, such as `invariants.process[2].tool_blocklist.tools`. */
  readonly path: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint?: string
}

/** A problem as its finder knows it: by offset in its source. */
export interface RawProblem {
  readonly level?: 'error' | 'warning'
  readonly code: string
  readonly path: string
  readonly offset: number
  readonly message: string
  readonly hint?: string | undefined
}

export function problemIn(source: SourceText, raw: RawProblem): Problem {
  const { line, column } = source.positionOf(raw.offset)
  return {
    level: raw.level ?? 'error',
    code: raw.code,
    path: raw.path,
    file: source.file,
    line,
    column,
    message: raw.message,
    ...(raw.hint === undefined ? {} : { hint: raw.hint }),
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.level === 'error')
}
