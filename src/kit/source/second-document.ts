import type { RawProblem } from './problem.ts'

const MARKER = /^(?:---|\.\.\.)(?=\s|$)/u

/**
 * A YAML file may hold several documents, and only the first is read: whatever else is promised there would be
 * lost in silence. A line that begins with `---` or `...` is a marker wherever it stands.
 */
export function secondDocument(text: string, endOfFirst: number): RawProblem | undefined {
  let marker: number | undefined
  for (let at = nextLine(text, endOfFirst - 1); at < text.length; at = nextLine(text, at)) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? undefined : end)
    const isMarker = MARKER.test(line)
    if (isMarker) marker = at
    const content = (isMarker ? line.slice(3) : line).trim()
    if (marker !== undefined && content !== '' && !content.startsWith('#'))
      return {
        code: 'second-document',
        path: '',
        offset: marker,
        message: 'a second document begins here; only the first one would be read',
        hint: 'give it a file of its own, or remove the `---` line',
      }
  }
  return undefined
}

function nextLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at + 1
}
