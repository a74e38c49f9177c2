import { ANY_WORDS } from './symbols.ts'

/** Where in the analysed text something stands; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Symbolic text together with the commands (by id) that produced it. */
export interface Text {
  readonly value: string
  readonly from: readonly number[]
}

export const NOBODY: readonly number[] = []
export const EMPTY: Text = { value: '', from: NOBODY }

/** The content of a file that was there before the line ran: a program like any other, not looked into. */
export const FILE_ON_DISK: Text = { value: ANY_WORDS, from: [] }

// one value may not grow without bound (`x=$x$x`), nor carry more producers than anyone can read
const LONGEST_VALUE = 65_536
const MOST_PRODUCERS = 256

export function text(value: string, from: readonly number[] = NOBODY): Text {
  return { value: value.length > LONGEST_VALUE ? ANY_WORDS : value, from }
}

/** What a command prints when nothing more is known. */
export function unknownText(from: readonly number[]): Text {
  return { value: ANY_WORDS, from }
}

export function producers(left: readonly number[], right: readonly number[]): readonly number[] {
  if (right.length === 0 || left === right) return left
  if (left.length === 0) return right
  if (left.length >= MOST_PRODUCERS) return left
  const all = [...new Set([...left, ...right])]
  return all.length > MOST_PRODUCERS ? all.slice(0, MOST_PRODUCERS) : all
}

export function join(parts: readonly Text[], separator: string): Text {
  let from = NOBODY
  for (const part of parts) from = producers(from, part.from)
  return text(parts.map((part) => part.value).join(separator), from)
}

/** Output after output; a repeated unknown says no more than one. */
export function concat(left: Text, right: Text): Text {
  if (right.value === '' && right.from.length === 0) return left
  if (left.value === '' && left.from.length === 0) return right
  const isRepeated = right.value === ANY_WORDS && left.value.endsWith(ANY_WORDS)
  return text(isRepeated ? left.value : left.value + right.value, producers(left.from, right.from))
}
