/** A whole name against `*` and `?`; slow and plain. */
export function globMatches(glob: string, name: string): boolean {
  if (glob === '') return name === ''
  const [first, rest] = [glob[0], glob.slice(1)]
  if (first === '*') return globMatches(rest, name) || (name !== '' && globMatches(glob, name.slice(1)))
  return name !== '' && (first === '?' || first === name[0]) && globMatches(rest, name.slice(1))
}

/** Globs joined by `|`, or a regular expression between slashes; any case. */
export function toolPatternMatches(pattern: string, tool: string): boolean {
  if (pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/'))
    return new RegExp(`^(?:${pattern.slice(1, -1)})$`, 'iu').test(tool)
  return pattern.split('|').some((glob) => globMatches(glob.trim().toLowerCase(), tool.toLowerCase()))
}

/** `field: value`, `field = value` or a JSON key. */
export function states(text: string, field: string): boolean {
  const shape = String.raw`(?<![\w-])${field}["'\x60*_ \t]{0,16}(?::(?!\/\/)|=(?![=>]))[*_ \t]{0,16}(?!["]{2}|[']{2})[^\s]`
  return new RegExp(shape, 'iu').test(text)
}

/** Where a marker first stands, or nowhere. */
export function placeOf(marker: string, text: string, match: string): number | undefined {
  const shapes =
    match === 'word'
      ? [String.raw`(?<![\w-])${marker}(?![\w-])`]
      : [
          String.raw`(?<=\[)${marker}(?=\])`,
          String.raw`(?<=<)${marker}(?=[> /])`,
          String.raw`(?<![\w-])${marker}(?=[*_\x60 \t]{0,16}:(?!\/\/))`,
          String.raw`(?<=^[ \t]*#[^\n]*)(?<![\w-])${marker}(?![\w-])`,
        ]
  const places = shapes.flatMap((shape) =>
    [...text.matchAll(new RegExp(shape, 'gimu'))].map(({ index }) => index),
  )
  return places.length === 0 ? undefined : Math.min(...places)
}

/** The words without their case, spacing and punctuation. */
export function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/gu) ?? []).join(' ')
}
