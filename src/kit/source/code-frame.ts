import type { SourceText } from './source-text.ts'

const MAX_WIDTH = 120

/** The line in question with one line of company on each side and a caret under the column. */
export function codeFrame(source: SourceText, line: number, column: number): string {
  const numbers = [line - 1, line, line + 1].filter((number) => source.line(number) !== undefined)
  const gutter = String(numbers.at(-1) ?? line).length
  // a very long line (minified JSON) is shown as a window around the column
  const from = column > MAX_WIDTH ? column - MAX_WIDTH / 2 : 0
  return numbers
    .flatMap((number) => {
      const shown = printable(source.line(number)!.slice(from, from + MAX_WIDTH))
      const row = `${number === line ? '>' : ' '} ${String(number).padStart(gutter)} | ${shown}`
      return number === line
        ? [row, `  ${' '.repeat(gutter)} | ${' '.repeat(Math.max(0, column - 1 - from))}^`]
        : [row]
    })
    .map((row) => row.trimEnd())
    .join('\n')
}

/** Control characters could move the cursor or colour the terminal of whoever reads the message. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matching control characters is the point
  return text.replaceAll('\t', ' ').replace(/[\u0000-\u001f\u007f-\u009f]/gu, '\u00b7')
}
