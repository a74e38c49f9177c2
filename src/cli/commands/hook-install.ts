import { defineCommand } from '../command.ts'
import { hostCalled, install, INSTALL_OPTIONS } from './claude-code-actions.ts'

export const hookInstall = defineCommand({
  name: 'hook install',
  summary: 'Enforce a contract in a coding agent: claude-code, codex, gemini-cli, cursor or copilot.',
  args: '<agent>',
  options: INSTALL_OPTIONS,
  examples: [
    {
      line: 'holdfast hook install codex --contract contract.yaml',
      explains: 'into .codex/hooks.json of this project',
    },
  ],
  run: ([name], options, io) => install(hostCalled(name), options, io),
})
