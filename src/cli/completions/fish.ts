import type { Command } from '../command.ts'
import { firstWords, placesOf, type OptionWord } from './vocabulary.ts'

export function fishCompletions(commands: readonly Command[]): string {
  const places = placesOf(commands)
  const lines = [
    ...firstWords(places, commands).map(({ word, summary }) =>
      line('__fish_use_subcommand', `-a ${word}`, summary),
    ),
    ...places.flatMap(({ path, next, options }) => {
      const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
      const siblings = next.map(({ word }) => word).join(' ')
      const here = siblings === '' ? seen : `${seen}; and not __fish_seen_subcommand_from ${siblings}`
      return [
        ...next.map(({ word, summary }) => line(here, `-a ${word}`, summary)),
        ...options.map((option) => line(here, namesOf(option), option.summary)),
      ]
    }),
  ]
  return `# fish completions of holdfast:  holdfast completions fish > ~/.config/fish/completions/holdfast.fish
${lines.join('\n')}
`
}

function line(when: string, words: string, summary: string): string {
  return `complete -c holdfast -n '${when}' ${words} -d '${summary.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function namesOf({ names, takesValue }: OptionWord): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  return [...flags, ...(takesValue ? ['-r'] : [])].join(' ')
}
