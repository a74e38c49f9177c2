import type { Command } from '../command.ts'
import { firstWords, placesOf, type OptionWord } from './vocabulary.ts'

export function fishCompletions(commands: readonly Command[]): string {
  const places = placesOf(commands)
  const lines = [
    ...firstWords(places, commands).map(({ word, summary }) =>
      line('__fish_use_subcommand', `-a ${word}`, summary),
    ),
    ...places.flatMap(({ path, next, options }) => {
      const seen = `__holdfast_at ${path.join(' ')}`
      const siblings = next.map(({ word }) => word).join(' ')
      const here = siblings === '' ? seen : `${seen}; and not __fish_seen_subcommand_from ${siblings}`
      return [
        ...next.map(({ word, summary }) => line(here, `-a ${word}`, summary)),
        ...options.map((option) => line(here, namesOf(option), option.summary)),
      ]
    }),
  ]
  return `# fish completions of holdfast:  holdfast completions fish > ~/.config/fish/completions/holdfast.fish
# the first words are these: \`run\` alone is another command than \`contract run\`
function __holdfast_at
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    for at in (seq (count $argv))
        test $words[(math $at + 1)] = $argv[$at]; or return 1
    end
end
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
