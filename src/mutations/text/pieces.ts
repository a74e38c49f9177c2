import { COMMON_WORDS } from '../tables/common-words.ts'
import { isLetter, isNumeral, isSpace, isUpper } from './characters.ts'
import { opensQuote, quoteFinder } from './quotes.ts'

/**
 * A prompt in pieces that join to the very same text. A `fact` is what a rewording must not touch: something quoted,
 * a token with digits or signs (numbers, URLs, addresses, identifiers), or a name.
 */
export interface Piece {
  readonly kind: 'word' | 'gap' | 'fact'
  readonly sort?: 'quote' | 'token' | 'name'
  readonly text: string
}

export function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

export function word(text: string): Piece {
  return { kind: 'word', text }
}

export function gap(text: string): Piece {
  return { kind: 'gap', text }
}

/** Where the words stand. */
export function wordPlaces(pieces: readonly Piece[]): readonly number[] {
  return pieces.flatMap(({ kind }, index) => (kind === 'word' ? [index] : []))
}

export function withPiece(pieces: readonly Piece[], index: number, text: string): readonly Piece[] {
  return pieces.map((piece, place) => (place === index ? { ...piece, text } : piece))
}

export function piecesOf(text: string): readonly Piece[] {
  const quoteEnd = quoteFinder(text)
  const isShouting = text === text.toUpperCase()
  const pieces: Piece[] = []
  let startsSentence = true
  let index = 0
  while (index < text.length) {
    const quoted = quoteEnd(index)
    const isBlank = isSpace(text[index]!)
    const end = quoted ?? (isBlank ? spaceEnd(text, index) : chunkEnd(text, index))
    const chunk = text.slice(index, end)
    if (quoted !== undefined) pieces.push({ kind: 'fact', sort: 'quote', text: chunk })
    else if (isBlank) pieces.push(gap(chunk))
    else for (const piece of chunkPieces(chunk, { startsSentence, isShouting })) pieces.push(piece)
    startsSentence = isBlank ? startsSentence || chunk.includes('\n') : endsSentence(chunk)
    index = end
  }
  return pieces
}

function spaceEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isSpace(text[end]!)) end += 1
  return end
}

/** Up to white space or a quotation. */
function chunkEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && !isSpace(text[end]!) && !opensQuote(text[end]!)) end += 1
  return end
}

function endsSentence(chunk: string): boolean {
  return /[.!?:]$/u.test(chunk)
}

interface Setting {
  readonly startsSentence: boolean
  readonly isShouting: boolean
}

function chunkPieces(chunk: string, { startsSentence, isShouting }: Setting): readonly Piece[] {
  if (isToken(chunk)) return [{ kind: 'fact', sort: 'token', text: chunk }]
  let first = startsSentence
  return lettersAndRest(chunk).map(({ letters, text }) => {
    if (!letters) return gap(text)
    const isName = looksLikeName(text, first, isShouting)
    first = false
    return isName ? { kind: 'fact', sort: 'name', text } : word(text)
  })
}

/** Digits, signs and dots inside are what addresses, amounts and identifiers are made of. */
function isToken(chunk: string): boolean {
  let previous = ''
  let dotAfterLetter = false
  for (const character of chunk) {
    if (isNumeral(character) || '@/\\_=<>{}[]#$%&*+|~^€£¥'.includes(character)) return true
    if (dotAfterLetter && isLetter(character)) return true
    dotAfterLetter = character === '.' && previous !== '' && isLetter(previous)
    previous = character
  }
  return false
}

/** Runs of letters and of everything else; an apostrophe between letters belongs to the word. */
function lettersAndRest(chunk: string): readonly { readonly letters: boolean; readonly text: string }[] {
  const parts: { letters: boolean; text: string }[] = []
  let start = 0
  let inWord = false
  let index = 0
  for (const character of chunk) {
    const next = index + character.length
    const isInner: boolean =
      inWord && (character === "'" || character === '’') && isLetter(chunk[next] ?? ' ')
    const letters: boolean = isInner || isLetter(character)
    if (letters !== inWord && index > start) {
      parts.push({ letters: inWord, text: chunk.slice(start, index) })
      start = index
    }
    inWord = letters
    index = next
  }
  parts.push({ letters: inWord, text: chunk.slice(start) })
  return parts
}

/** At the start of a sentence only a common word is surely no name. */
function looksLikeName(text: string, startsSentence: boolean, isShouting: boolean): boolean {
  const [initial = ''] = text
  if (isShouting || !isUpper(initial) || text === 'I' || /^I['’]/u.test(text)) return false
  return !(startsSentence && COMMON_WORDS.has(text.toLowerCase()))
}
