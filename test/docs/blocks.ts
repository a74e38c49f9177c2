/** A fenced block of a page. */
export interface Block {
  readonly page: string
  readonly line: number
  /** What stands behind the fence; unmarked blocks of commands count as `sh`, all others as what a program prints. */
  readonly language: string
  readonly text: string
  /** The page says itself why nobody runs this one. */
  readonly notRun?: string
}

/** The blocks of a page, and what the comment right above each says of it. */
export function blocksOf(page: string, markdown: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const opened = /^(\s*)```(\S*)/u.exec(lines[at]!)
    if (opened === null) continue
    const [, indent, written] = opened as unknown as [string, string, string]
    const end = lines.findIndex((line, later) => later > at && line.trim() === '```')
    if (end === -1) throw new Error(`${page}:${at + 1}: a block is never closed`)
    const text = lines
      .slice(at + 1, end)
      .map((line) => line.slice(indent.length))
      .join('\n')
    const reason = reasonAbove(lines, at)
    blocks.push({
      page,
      line: at + 1,
      language: written === '' && isCommands(text) ? 'sh' : written,
      text: `${text}\n`,
      ...(reason === undefined ? {} : { notRun: reason }),
    })
    at = end
  }
  return blocks
}

function reasonAbove(lines: readonly string[], at: number): string | undefined {
  const above = lines.slice(0, at).findLast((line) => line.trim() !== '')
  return /^<!-- not run: (.+) -->$/u.exec(above?.trim() ?? '')?.[1]
}

function isCommands(text: string): boolean {
  return text.split('\n').every((line) => /^(?:npx )?holdfast /u.test(line) || line.trim() === '')
}

/** One command of a block: what is typed, and the exit code that its comment (`# exit 1`, `; exit 1`) names. */
export interface Command {
  readonly line: string
  readonly exit: number
}

export function commandsOf({ text }: Block): readonly Command[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => {
      const [, typed, comment] = /^(.*?)(?:(?:^|\s)#\s(.*))?$/u.exec(line)!
      return { line: typed!.trim(), exit: Number(/\bexit (\d)/u.exec(comment ?? '')?.[1] ?? 0) }
    })
    .filter(({ line }) => line !== '')
}
