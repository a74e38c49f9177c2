import { isWordUnit } from './stated-field.ts'

export type MarkerMatch = 'marked' | 'word'

/**
 * Where a marker first occurs in the assistant's text, or -1. `marked` wants a heading (`## Challenge`), a tag
 * (`<challenge>`), `[challenge]` or `challenge:`; `word` takes the plain word too. One pass, no regex.
 */
export function findMarker(text: string, marker: string, match: MarkerMatch): number {
  const haystack = text.toLowerCase()
  const needle = marker.toLowerCase()
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const end = at + needle.length
    if (isWordUnit(haystack.charCodeAt(at - 1)) || isWordUnit(haystack.charCodeAt(end))) continue
    if (match === 'word' || isMarked(haystack, at, end)) return at
  }
  return -1
}

const DECORATION = '*_` \t'
const MAX_DECORATION = 16
const MAX_BEFORE_IN_HEADING = 200

function isMarked(text: string, start: number, end: number): boolean {
  if (text[start - 1] === '[' && text[end] === ']') return true
  if (text[start - 1] === '<' && (text[end] === '>' || text[end] === ' ' || text[end] === '/')) return true
  let after = end
  while (after < end + MAX_DECORATION && after < text.length && DECORATION.includes(text[after]!)) after += 1
  if (text[after] === ':' && !text.startsWith('//', after + 1)) return true
  return isHeading(text, start)
}

/** The marker stands on a line that begins with `#`. */
function isHeading(text: string, start: number): boolean {
  // a bounded look back, because the marker may occur many times in one endless line
  const from = Math.max(0, start - MAX_BEFORE_IN_HEADING)
  const lineStart = from + text.slice(from, start).lastIndexOf('\n') + 1
  if (lineStart === from && from > 0 && text[from - 1] !== '\n') return false
  let at = lineStart
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return text[at] === '#'
}
