const LETTER = 1
const NUMERAL = 2
const SPACE = 4
const KNOWN = 8

/** What each UTF-16 unit is, found out once: a prompt may be a megabyte long, and properties are dear to ask for. */
const kinds = new Uint8Array(0x10000)

function kindOf(character: string): number {
  if (character.length > 1) return askedKind(character)
  const unit = character.charCodeAt(0)
  return kinds[unit] || (kinds[unit] = askedKind(character))
}

function askedKind(character: string): number {
  const letter = /^[\p{L}\p{M}]$/u.test(character) ? LETTER : 0
  const numeral = /^\p{N}$/u.test(character) ? NUMERAL : 0
  return KNOWN | letter | numeral | (/^\s$/u.test(character) ? SPACE : 0)
}

/** These three take one character. */
export function isLetter(character: string): boolean {
  return (kindOf(character) & LETTER) !== 0
}

export function isNumeral(character: string): boolean {
  return (kindOf(character) & NUMERAL) !== 0
}

export function isSpace(character: string): boolean {
  return (kindOf(character) & SPACE) !== 0
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
