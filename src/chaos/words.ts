/** The words of a text, parted by white space; linear in its length. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s/u).filter((word) => word !== '')
}

/** The text up to and with its n-th word, spacing kept; the text itself when it has no more words. */
export function firstWords(text: string, count: number): string {
  let words = 0
  let inWord = false
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = /\s/u.test(text[at]!)
    if (!isSpace && !inWord) {
      words += 1
      if (words > count) return text.slice(0, at).trimEnd()
    }
    inWord = !isSpace
  }
  return text
}
