const MOST_CHARS = 16_384
const MOST_LINES_KEPT = 40

/** The last lines of a log, and somebody who reads along. */
export interface Tail {
  push(chunk: Buffer): void
  /** The newest lines, joined. */
  text(mostChars?: number): string
  lastLine(): string
  /** Called with each whole line from now on, after those that are still kept. Gives back how to stop. */
  follow(onLine: (line: string) => void): () => void
}

export function createTail(): Tail {
  const decoder = new TextDecoder()
  const lines: string[] = []
  const readers = new Set<(line: string) => void>()
  let open = ''

  function keep(written: string): void {
    const line = plain(written)
    lines.push(line)
    if (lines.length > MOST_LINES_KEPT) lines.shift()
    for (const reader of readers) reader(line)
  }

  return {
    push(chunk) {
      const pieces = decoder.decode(chunk, { stream: true }).split(/\r?\n/u)
      pieces[0] = open + pieces[0]!
      open = pieces.pop()!.slice(-MOST_CHARS)
      for (const line of pieces) keep(line.slice(0, MOST_CHARS))
    },
    text: (mostChars = 2_000) => [...lines, plain(open)].join('\n').trim().slice(-mostChars),
    lastLine: () => [...lines, plain(open)].findLast((line) => line.trim() !== '')?.trim() ?? '',
    follow(onLine) {
      for (const line of lines) onLine(line)
      readers.add(onLine)
      return () => void readers.delete(onLine)
    },
  }
}

/** Without colours and whatever else a log could do to a terminal. */
function plain(line: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what must go
  return line.replace(/\u001b\[[0-9;]{0,20}[A-Za-z]|[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/gu, '')
}
