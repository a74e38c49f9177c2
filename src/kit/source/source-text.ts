/** Lines and columns count from 1, columns in UTF-16 units as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A file's text that can tell the position of any offset in it. */
export interface SourceText {
  readonly file: string
  readonly text: string
  positionOf(offset: number): Position
  line(number: number): string | undefined
}

export function sourceText(file: string, text: string): SourceText {
  let starts: number[] | undefined
  const lineStarts = () => (starts ??= findLineStarts(text))
  return {
    file,
    text,
    positionOf(offset) {
      const all = lineStarts()
      let low = 0
      let high = all.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (all[middle]! <= offset) low = middle
        else high = middle - 1
      }
      return { line: low + 1, column: Math.max(0, offset - all[low]!) + 1 }
    },
    line(number) {
      const all = lineStarts()
      const start = all[number - 1]
      if (start === undefined) return undefined
      return text.slice(start, all[number] ?? text.length).replace(/[\r\n]{1,2}$/u, '')
    },
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1))
    starts.push(index + 1)
  return starts
}
