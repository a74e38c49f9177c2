/** ASCII is decided by comparing, because a prompt may be a megabyte long; the rest by its Unicode property. */
export function isLetter(character: string): boolean {
  const unit = character.charCodeAt(0)
  if (unit < 128) return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
  return /^[\p{L}\p{M}]$/u.test(character)
}

export function isNumeral(character: string): boolean {
  const unit = character.charCodeAt(0)
  if (unit < 128) return unit >= 48 && unit <= 57
  return /^\p{N}$/u.test(character)
}

export function isSpace(character: string): boolean {
  const unit = character.charCodeAt(0)
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13)
  return /^\s$/u.test(character)
}

export function isUpper(character: string): boolean {
  return character !== character.toLowerCase()
}

export function capitalised(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length)
}

export function uncapitalised(word: string): string {
  const [first = ''] = word
  return first.toLowerCase() + word.slice(first.length)
}

export function hasLetter(text: string): boolean {
  for (const character of text) if (isLetter(character)) return true
  return false
}

/** `\ud83d` alone and the like: not a character, but strings may hold it. */
export function isLoneSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff
}
