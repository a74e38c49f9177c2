import { hookMain, readContract } from '../../hooks/index.ts'
import { defineCommand } from '../command.ts'
import type { ExitCode } from '../io.ts'

export const hook = defineCommand({
  name: 'hook',
  summary:
    'Judge one event of a coding agent, JSON on stdin; started by the agent (exit 2 blocks, 3 is wrong usage).',
  args: '[words...]',
  options: [],
  // 2 would block the agent's work, so this command reads its own words and answers wrong ones with 3
  readsOwnWords: true,
  examples: [
    {
      line: 'holdfast hook claude-code --contract contract.yaml < payload.json',
      explains:
        'the answer in the words of the agent; `--shadow` only watches, `--fail-open` lets through what cannot be judged',
    },
  ],
  run: async (args) => (await hookMain(args, { readContract })) as ExitCode,
})
