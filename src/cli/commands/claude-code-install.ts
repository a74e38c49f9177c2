import { defineCommand } from '../command.ts'
import { hostCalled, install, INSTALL_OPTIONS } from './claude-code-actions.ts'

export const claudeCodeInstall = defineCommand({
  name: 'claude-code install',
  summary: 'Enforce a contract in Claude Code: adds hooks to its settings, keeping everything else in them.',
  options: INSTALL_OPTIONS,
  examples: [
    {
      line: 'holdfast claude-code install --contract contract.yaml',
      explains: "into this project's .claude/settings.json; twice is the same as once",
    },
    { line: 'holdfast claude-code install -c contract.yaml --user', explains: 'for every project of yours' },
  ],
  run: (_args, options, io) => install(hostCalled('claude-code'), options, io),
})
