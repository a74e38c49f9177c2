import type { Text } from '../text.ts'

/** Which options of a program take the next word as their value. */
export interface OptionShape {
  /** Short letters that take a value. */
  readonly values?: string
  /** Long names that take a value, without the dashes. */
  readonly longValues?: readonly string[]
}

export interface OptionWords {
  /** Value by letter or long name; the last one wins, as in most programs. */
  readonly values: ReadonlyMap<string, Text>
  readonly flags: ReadonlySet<string>
  /** From the first word that is no option on. */
  readonly rest: readonly Text[]
  /** The word before `rest` was an option without a known value, so the first of `rest` may be its value. */
  readonly isAmbiguous: boolean
}

/** Reads options up to the first operand, as wrappers such as `sudo` do. */
export function readOptions(args: readonly Text[], shape: OptionShape): OptionWords {
  const values = new Map<string, Text>()
  const flags = new Set<string>()
  let at = 0
  let isAmbiguous = false
  while (at < args.length) {
    const word = args[at]!
    if (word.value === '--') {
      return { values, flags, rest: args.slice(at + 1), isAmbiguous: false }
    }
    if (!word.value.startsWith('-') || word.value === '-') break
    const { name, value, takesNext } = readOption(word, shape)
    flags.add(name)
    for (const letter of lettersOf(word.value)) flags.add(letter)
    const next = takesNext ? args[at + 1] : value
    if (next !== undefined) values.set(name, next)
    isAmbiguous = !takesNext && value === undefined
    at += takesNext ? 2 : 1
  }
  return { values, flags, rest: args.slice(at), isAmbiguous }
}

function lettersOf(word: string): string {
  return word.startsWith('--') ? '' : word.slice(1)
}

interface ReadOption {
  readonly name: string
  readonly value: Text | undefined
  readonly takesNext: boolean
}

function readOption(word: Text, { values = '', longValues = [] }: OptionShape): ReadOption {
  if (word.value.startsWith('--')) {
    const [name = '', ...rest] = word.value.slice(2).split('=')
    const value = rest.length > 0 ? { value: rest.join('='), from: word.from } : undefined
    return { name, value, takesNext: value === undefined && longValues.includes(name) }
  }
  const letters = word.value.slice(1)
  for (let at = 0; at < letters.length; at += 1) {
    if (!values.includes(letters[at]!)) continue
    const attached = letters.slice(at + 1)
    const value = attached === '' ? undefined : { value: attached, from: word.from }
    return { name: letters[at]!, value, takesNext: value === undefined }
  }
  return { name: letters, value: undefined, takesNext: false }
}
