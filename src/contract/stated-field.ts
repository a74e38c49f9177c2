/**
 * Whether a text states a field: `field: value`, `field = value` or a JSON key, in any case, with the
 * decoration that Markdown puts around words. One pass, no regex: the text is the agent's.
 */
export function statesField(text: string, field: string): boolean {
  const haystack = text.toLowerCase()
  const needle = field.toLowerCase()
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1))
    if (!isWordUnit(haystack.charCodeAt(at - 1)) && valueFollows(haystack, at + needle.length)) return true
  return false
}

const MAX_DECORATION = 16

function valueFollows(text: string, from: number): boolean {
  let at = skip(text, from, '"\'`*_ \t')
  if (text[at] !== ':' && text[at] !== '=') return false
  // `field == x` asks, `field => x` and `scheme://` name something else
  if (text[at + 1] === '=' || text[at + 1] === '>' || text.startsWith('//', at + 1)) return false
  at = skip(text, at + 1, '*_ \t')
  const next = text[at]
  if (next === undefined || next === '\n' || next === '\r') return false
  return !text.startsWith('""', at) && !text.startsWith("''", at)
}

function skip(text: string, from: number, characters: string): number {
  let at = from
  while (at < from + MAX_DECORATION && at < text.length && characters.includes(text[at]!)) at += 1
  return at
}

/** Letters, digits, `_` and `-`: `total_cost: 3` does not state `cost`. */
export function isWordUnit(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 97 && unit <= 122) ||
    unit === 95 ||
    unit === 45 ||
    unit > 127
  )
}
