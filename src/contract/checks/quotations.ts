const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  '\u201c': '\u201d',
  '\u201e': '\u201c',
  '\u00ab': '\u00bb',
  '`': '`',
  "'": "'",
  '\u2018': '\u2019',
}

const LONGEST_QUOTATION = 400

/** The text with what it quotes replaced by blanks, at the same positions: others' words are not the speaker's. */
export function withoutQuotations(text: string): string {
  let result = ''
  let from = 0
  for (let index = 0; index < text.length; index += 1) {
    const end = quotationEnd(text, index)
    if (end === undefined) continue
    result += text.slice(from, index) + ' '.repeat(end - index)
    from = end
    index = end - 1
  }
  return result + text.slice(from)
}

/** Where the quotation that begins here ends, or nothing when none begins here. */
function quotationEnd(text: string, start: number): number | undefined {
  const mark = text[start]!
  if (mark === '>' && (start === 0 || text[start - 1] === '\n')) return endOfLine(text, start)
  const closing = PAIRS[mark]
  if (closing === undefined || (mark === "'" && !isOpening(text, start))) return undefined
  // a quotation that is not closed soon is a stray mark; the bound also keeps hostile text linear
  const window = text.slice(start + 1, start + 1 + LONGEST_QUOTATION)
  for (let at = window.indexOf(closing); at >= 0; at = window.indexOf(closing, at + 1))
    if (mark !== "'" || isClosing(window, at)) return start + at + 2
  return undefined
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

/** An apostrophe stands between letters, a quotation mark does not. */
function isOpening(text: string, index: number): boolean {
  return (index === 0 || !/[\p{L}\p{N}]/u.test(text[index - 1]!)) && /\S/u.test(text[index + 1] ?? ' ')
}

function isClosing(text: string, index: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text[index + 1] ?? ' ')
}
