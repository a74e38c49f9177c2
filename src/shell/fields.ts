import { activateGlobs, asOneWord, isSymbolic } from './symbols.ts'
import { NOBODY, producers, text, type Text } from './text.ts'

export const DEFAULT_SEPARATORS = ' \t\n'

/** Collects the words one shell word turns into: quoting, splitting and globbing as the shell does them. */
export class Fields {
  readonly #done: Text[] = []
  readonly #splits: boolean
  readonly #separators: string
  #value = ''
  #isStarted = false
  #from: readonly number[] = NOBODY

  /** Without `splits` everything stays one word, as in an assignment. */
  constructor(splits: boolean, separators: string = DEFAULT_SEPARATORS) {
    this.#splits = splits
    this.#separators = separators
  }

  get splits(): boolean {
    return this.#splits
  }

  /** Text of the script itself, quotes taken off. */
  literal(value: string): void {
    this.#value += value
    this.#isStarted = true
  }

  quoted(part: Text): void {
    this.literal(asOneWord(part.value))
    this.#from = producers(this.#from, part.from)
  }

  /** The value of an unquoted expansion. */
  unquoted(part: Text): void {
    this.#from = producers(this.#from, part.from)
    if (!this.#splits) {
      this.literal(part.value)
      return
    }
    const pieces = splitWords(part.value, this.#separators)
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.end(part.from)
      if (piece !== '') this.literal(activateGlobs(piece))
    }
  }

  /** A list such as `"$@"`: its items are words of their own, glued to what stands around them. */
  list(items: readonly Text[], isQuoted: boolean): void {
    for (const [index, item] of items.entries()) {
      if (index > 0) this.end(item.from)
      if (isQuoted) this.quoted(item)
      else this.unquoted(item)
    }
  }

  /** Ends the word; an empty one that was never quoted disappears. */
  end(next: readonly number[] = NOBODY): void {
    if (this.#isStarted) this.#done.push(text(this.#value, this.#from))
    this.#value = ''
    this.#isStarted = false
    this.#from = next
  }

  all(): readonly Text[] {
    this.end()
    return this.#done
  }
}

/** Splits as the shell does; the first and last piece are empty when separators stand there. */
export function splitWords(value: string, separators: string): readonly string[] {
  if (separators === DEFAULT_SEPARATORS) return /[ \t\n]/u.test(value) ? value.split(/[ \t\n]+/u) : [value]
  const pieces: string[] = []
  let start = 0
  for (let at = 0; at < value.length; at += 1)
    if (separators.includes(value[at]!)) {
      pieces.push(value.slice(start, at))
      start = at + 1
    }
  pieces.push(value.slice(start))
  return pieces
}

/** Lines of a known output as a program such as `xargs` or `read` takes them. */
export function wordsOf(output: Text): readonly Text[] {
  if (!/\s/u.test(output.value)) return output.value === '' ? [] : [output]
  return splitWords(output.value.trim(), DEFAULT_SEPARATORS).map((value) => text(value, output.from))
}

export function isKnown(part: Text): boolean {
  return !isSymbolic(part.value)
}
