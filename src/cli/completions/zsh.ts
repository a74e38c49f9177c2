import type { Command } from '../command.ts'
import { firstWords, placesOf, type Place } from './vocabulary.ts'

export function zshCompletions(commands: readonly Command[]): string {
  const places = placesOf(commands)
  const arms = places
    .toSorted((one, other) => other.path.length - one.path.length)
    .map(
      ({
        path,
        next,
        options,
      }) => `    ${path.length === 2 ? quoted(path.join(' ')) : `${quoted(path[0]!)}\\ *`})
      next=(${described(next)})
      options=(${described(options.flatMap(({ names, summary }) => names.map((word) => ({ word, summary }))))})
      ;;`,
    )
  return `#compdef holdfast
# zsh completions of holdfast; put this into ~/.zshrc after compinit:  source <(holdfast completions zsh)
_holdfast() {
  local -a next options first
  first=(${described(firstWords(places, commands))})
  case "$words[2] $words[3]" in
${arms.join('\n')}
  esac
  if (( CURRENT == 2 )); then _describe 'command' first
  elif [[ "$PREFIX" == -* ]]; then _describe -o 'option' options
  elif (( CURRENT == 3 && $#next )); then _describe 'command' next
  else _files
  fi
}
compdef _holdfast holdfast
`
}

/** A colon parts a word from its description, so those inside a word or a description are escaped. */
function described(words: Place['next']): string {
  return words
    .map(({ word, summary }) => quoted(`${word.replaceAll(':', '\\:')}:${summary.replaceAll(':', '\\:')}`))
    .join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
