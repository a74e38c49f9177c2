import type { Command } from '../command.ts'

/** One option as a shell offers it. */
export interface OptionWord {
  /** `--config`, and `-c` when there is one. */
  readonly names: readonly string[]
  readonly takesValue: boolean
  readonly summary: string
}

/** What may follow the words written so far. */
export interface Place {
  /** The words of a command, such as `contract run`; `contract` alone leads to several. */
  readonly path: readonly string[]
  /** The words that may come next, with what they are for. */
  readonly next: readonly { readonly word: string; readonly summary: string }[]
  readonly options: readonly OptionWord[]
}

const HELP: OptionWord = { names: ['--help', '-h'], takesValue: false, summary: 'show this help' }

/** Every place of the command line where a word can be completed, from the table of commands. */
export function placesOf(commands: readonly Command[]): readonly Place[] {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
  return firsts.flatMap((first) => {
    const own = commands.find(({ name }) => name === first)
    const group = commands.filter(({ name }) => name.startsWith(`${first} `))
    const next = group.map(({ name, summary }) => ({ word: name.split(' ')[1]!, summary }))
    return [
      { path: [first], next, options: own === undefined ? [] : optionsOf(own) },
      ...group.map((command) => ({
        path: command.name.split(' '),
        next: [],
        options: optionsOf(command),
      })),
    ]
  })
}

/** The first words, each with what it is for; a group is described by the commands it holds. */
export function firstWords(places: readonly Place[], commands: readonly Command[]): Place['next'] {
  return places
    .filter(({ path }) => path.length === 1)
    .map(({ path: [word], next }) => ({
      word: word!,
      summary:
        commands.find(({ name }) => name === word)?.summary ?? next.map((each) => each.word).join(', '),
    }))
}

function optionsOf({ options }: Command): readonly OptionWord[] {
  return [
    ...options.map(({ flags, summary }) => ({
      names: flags
        .split(/[ ,]+/u)
        .filter((word) => word.startsWith('-'))
        .toSorted((one, other) => other.length - one.length),
      takesValue: /[<[]/u.test(flags),
      summary,
    })),
    HELP,
  ]
}
