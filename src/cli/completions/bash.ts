import type { Command } from '../command.ts'
import { firstWords, placesOf } from './vocabulary.ts'

/** Words are offered where they are known; everywhere else the shell offers files, as it always does. */
export function bashCompletions(commands: readonly Command[]): string {
  const places = placesOf(commands)
  const arms = places
    .toSorted((one, other) => other.path.length - one.path.length)
    .map(({ path, next, options }) => {
      const names = options.flatMap((option) => option.names).join(' ')
      const words = next.map(({ word }) => word).join(' ')
      return `    '${path.join(' ')}'${path.length === 1 ? "' '*" : ''}) next='${words}'; options='${names}' ;;`
    })
  const first = firstWords(places, commands).map(({ word }) => word)
  return `# bash completions of holdfast; put this into ~/.bashrc:  source <(holdfast completions bash)
_holdfast() {
  local word="\${COMP_WORDS[COMP_CWORD]}" next='' options='' words=''
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${arms.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${[...first, '--help', '--version'].join(' ')}'
  elif [[ "$word" == -* ]]; then words="$options"
  elif [ "$COMP_CWORD" -eq 2 ]; then words="$next"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _holdfast holdfast
`
}
