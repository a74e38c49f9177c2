export type Line =
  | { readonly kind: 'line'; readonly bytes: Buffer }
  /** Longer than the limit; its bytes were let go as they came. */
  | { readonly kind: 'too-long'; readonly bytes: number }

const NEWLINE = 0x0a

/** Cuts a byte stream at its newlines; never holds more than one line up to the limit. */
export function createLineSplitter(limitBytes: number): {
  push(chunk: Buffer): readonly Line[]
  /** What was left without a newline. */
  end(): readonly Line[]
} {
  let parts: Buffer[] = []
  let size = 0

  function add(part: Buffer): void {
    size += part.length
    if (size <= limitBytes) parts.push(part)
    else parts = []
  }

  function finish(): Line {
    const line: Line =
      size > limitBytes
        ? { kind: 'too-long', bytes: size }
        : { kind: 'line', bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }
    parts = []
    size = 0
    return line
  }

  return {
    push(chunk) {
      const lines: Line[] = []
      let from = 0
      for (;;) {
        const at = chunk.indexOf(NEWLINE, from)
        if (at === -1) break
        add(chunk.subarray(from, at))
        lines.push(finish())
        from = at + 1
      }
      if (from < chunk.length) add(chunk.subarray(from))
      return lines
    },
    end: () => (size === 0 ? [] : [finish()]),
  }
}
