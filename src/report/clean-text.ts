// oxlint-disable no-control-regex -- control characters are what must not get through
/** Agent text for a terminal: no control characters, no turning of the writing direction. */
export function cleanText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '\u00b7')
}

/** The same in one line of a given width. */
export function oneLine(text: string, width: number): string {
  // cut before the blanks are folded, so that a megabyte is not folded for one line
  const flat = cleanText(
    text
      .slice(0, width * 8)
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  const letters = [...flat]
  return letters.length > width ? `${letters.slice(0, Math.max(0, width - 1)).join('')}…` : flat
}
