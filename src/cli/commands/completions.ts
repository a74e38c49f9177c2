import { HoldfastError } from '../../kit/errors.ts'
import { didYouMean } from '../../kit/nearest-name.ts'
import { defineCommand, type Command } from '../command.ts'
import { bashCompletions } from '../completions/bash.ts'
import { fishCompletions } from '../completions/fish.ts'
import { zshCompletions } from '../completions/zsh.ts'

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashCompletions,
  zsh: zshCompletions,
  fish: fishCompletions,
}

export const completions = defineCommand({
  name: 'completions',
  summary: 'Print a script that completes commands and options in your shell: bash, zsh or fish.',
  args: '<shell>',
  options: [],
  examples: [
    { line: 'source <(holdfast completions bash)', explains: 'for this shell; in ~/.bashrc for all of them' },
    {
      line: 'holdfast completions fish > ~/.config/fish/completions/holdfast.fish',
      explains: 'fish reads it from there',
    },
  ],
  async run([shell], _options, io) {
    if (!Object.hasOwn(SHELLS, shell!))
      throw new HoldfastError(
        'HF_USAGE',
        `there are no completions for \`${shell}\``,
        didYouMean(shell!, Object.keys(SHELLS)),
      )
    // the table names this command too, so it is asked for only now
    const { COMMANDS } = await import('./index.ts')
    const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
    io.out(SHELLS[shell!]!(commands))
    return 0
  },
})
