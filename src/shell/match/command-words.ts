import { ANY_WORDS, isFree } from '../symbols.ts'
import type { Text } from '../text.ts'
import { globalValues, hasSubcommands, isListed, optionTable, type OptionTable } from './options.ts'

/** A command's words sorted into what they mean to its program. */
export interface CommandWords {
  readonly subcommand: string | undefined
  readonly options: OptionTable
  /** Canonical flags: `--name` where the letter has a long name, else `-x`; whole words for unlisted programs. */
  readonly flags: ReadonlySet<string>
  /** Without the values of options; the sub-command, where there is one, comes first. */
  readonly operands: readonly Text[]
  /** A word whose text is not known at all stands among the arguments. */
  readonly hasUnknownWord: boolean
  /** Output of a command stands there unquoted: it may bring any number of words. */
  readonly hasUnknownWords: boolean
}

/** Sorts the arguments of a command, or of a pattern, as the program itself would. */
export function commandWords(program: string, args: readonly Text[]): CommandWords {
  const subcommandAt = hasSubcommands(program) ? firstOperand(args, globalValues(program)) : -1
  const subcommand = subcommandAt < 0 ? undefined : args[subcommandAt]?.value
  const options = optionTable(program, subcommand)
  const flags = new Set<string>()
  const operands: Text[] = []
  let isOver = false
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!
    const { value } = word
    if (at < subcommandAt && globalValues(program).has(value)) at += 1
    else if (isOver || value === '-' || !value.startsWith('-')) operands.push(word)
    else if (value === '--') isOver = true
    else if (addFlags(value, options, flags)) at += 1
  }
  if (program === 'git' && subcommand === 'push' && operands.some(({ value }) => value.startsWith('+')))
    flags.add('--force')
  // pointing git at other hooks is the other way of not running them
  if (program === 'git' && args.some(({ value }) => /^core\.hookspath=/iu.test(value)))
    flags.add('--no-verify')
  return {
    subcommand,
    options,
    flags,
    operands,
    hasUnknownWord: operands.some(({ value }) => isFree(value[0] ?? '')),
    hasUnknownWords: args.some(({ value, from }) => value.includes(ANY_WORDS) && from.length > 0),
  }
}

function firstOperand(args: readonly Text[], taking: ReadonlySet<string>): number {
  for (let at = 0; at < args.length; at += 1) {
    const { value } = args[at]!
    if (!value.startsWith('-')) return at
    if (taking.has(value)) at += 1
  }
  return -1
}

/** Adds the flags of one word; `true` when the next word is its value. */
function addFlags(word: string, options: OptionTable, flags: Set<string>): boolean {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    flags.add(name)
    return equals < 0 && options.longValues.has(name.slice(2))
  }
  flags.add(word)
  if (options.wholeWords) return false
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at]!
    const long = options.same.get(letter)
    flags.add(long === undefined ? `-${letter}` : `--${long}`)
    if (options.values.includes(letter)) return at === word.length - 1
  }
  return false
}

/** Whether the flags hold what a pattern asks for, long names cut short included. */
export function hasFlag(words: CommandWords, wanted: string): boolean {
  if (words.flags.has(wanted)) return true
  if (!words.options.abbreviates || !wanted.startsWith('--')) return false
  for (const flag of words.flags)
    if (flag.length > 4 && flag.startsWith('--') && wanted.startsWith(flag)) return true
  return false
}

/** One flag word of a pattern as the flags it asks for; any of the lists will do. */
export function wantedFlags(word: string, options: OptionTable): readonly (readonly string[])[] {
  if (word.startsWith('--')) return [[word.split('=')[0]!]]
  if (options.wholeWords) return [[word]]
  const letters = Array.from(word.slice(1), (letter) => {
    const long = options.same.get(letter)
    return long === undefined ? `-${letter}` : `--${long}`
  })
  return isListed(options) ? [letters] : [[word], letters]
}
