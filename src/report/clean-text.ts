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
  if (flat.length <= width) return flat
  const letters = lettersOf(flat)
  return letters.length > width ? `${letters.slice(0, Math.max(0, width - 1)).join('')}…` : flat
}

const segmenter = new Intl.Segmenter()

/** As people count them: an accent or a skin tone is no letter of its own. */
function lettersOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

export function widthOf(text: string): number {
  return lettersOf(text).length
}

/** Broken between words into lines that fit. */
export function wrapped(text: string, width: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
