/** One event of a stream: its lines without the blank one that ends it. */
export interface Frame {
  readonly lines: readonly string[]
  readonly data: string | undefined
}

/**
 * Cuts a stream into events, by the rules of `text/event-stream`: a line ends at `\n`, `\r\n` or `\r`. Throws when an
 * event grows beyond the limit, because what comes after it can no longer be told apart.
 */
export function createFrameSplitter(limitChars: number): { push(text: string): readonly Frame[] } {
  let parts: string[] = []
  let lines: string[] = []
  let size = 0
  let mayBeHalfAnEnd = false

  function add(part: string): void {
    size += part.length
    if (size > limitChars) throw new Error(`an event is larger than ${limitChars} characters`)
    parts.push(part)
  }

  function endLine(): Frame | undefined {
    const line = parts.join('')
    parts = []
    if (line !== '') lines.push(line)
    if (line !== '' || lines.length === 0) return undefined
    const frame = { lines, data: dataOf(lines) }
    lines = []
    size = 0
    return frame
  }

  return {
    push(text) {
      if (text === '') return []
      const frames: Frame[] = []
      // the end of a line may itself be cut in two
      let from = mayBeHalfAnEnd && text.startsWith('\n') ? 1 : 0
      for (const { 0: mark, index } of text.matchAll(/\r\n|\n|\r/gu)) {
        if (index < from) continue
        add(text.slice(from, index))
        const frame = endLine()
        if (frame !== undefined) frames.push(frame)
        from = index + mark.length
      }
      if (from < text.length) add(text.slice(from))
      mayBeHalfAnEnd = text.endsWith('\r')
      return frames
    },
  }
}

function dataOf(lines: readonly string[]): string | undefined {
  const data = lines.filter((line) => isField(line, 'data')).map((line) => line.slice(5).replace(/^ /u, ''))
  return data.length === 0 ? undefined : data.join('\n')
}

function isField(line: string, name: string): boolean {
  return line === name || line.startsWith(`${name}:`)
}

export function frameText({ lines }: Frame): string {
  return `${lines.join('\n')}\n\n`
}

/** The same event with other data; its id and type stay. */
export function withData({ lines }: Frame, data: string): string {
  return `${[...lines.filter((line) => !isField(line, 'data')), `data: ${data}`].join('\n')}\n\n`
}
