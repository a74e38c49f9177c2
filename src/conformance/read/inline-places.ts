import type { Located, Problem, SourceText } from '../../kit/source/index.ts'

/**
 * Moves problems of a workflow that stands inside a scenario to where they stand in the scenario's file. Lines are
 * right whenever the text between the quotes has as many of them as the value; otherwise the place is the quote.
 */
export function inlinePlaces(source: SourceText, inline: Located): (problem: Problem) => Problem {
  const value = inline.kind === 'scalar' ? String(inline.value) : ''
  const raw = source.text.slice(inline.start, inline.end)
  const quote = raw.startsWith('"""') || raw.startsWith("'''") ? 3 : 1
  // a line break right behind the opening quotes is not part of the value
  const skipped = quote === 3 ? (/^\r?\n/u.exec(raw.slice(quote))?.[0].length ?? 0) : 0
  const body = raw.slice(quote + skipped, raw.length - quote)
  const first = source.positionOf(inline.start + quote + skipped)
  const isAligned = newlinesIn(body) === newlinesIn(value)
  return (problem) => {
    const { file } = source
    if (!isAligned)
      return {
        ...problem,
        ...source.positionOf(inline.start),
        file,
        message: `in the inline workflow at ${problem.line}:${problem.column}: ${problem.message}`,
      }
    const line = first.line + problem.line - 1
    const column = problem.line === 1 ? first.column + problem.column - 1 : problem.column
    return { ...problem, file, line, column }
  }
}

function newlinesIn(text: string): number {
  return text.split('\n').length
}
